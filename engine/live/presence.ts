import type { LivePerson } from '#engine/model';
import type { Receiver } from './receiver.ts';
import type { Signal } from './signals.ts';

/** Someone at a record, as processes tell each other. */
interface Attendee {
  readonly user: string;
  readonly name: string;
  readonly field: string | null;
}

type Records = { readonly [record: string]: readonly Attendee[] };

/** Each process tells again who is where after so many milliseconds; one that was not heard of for longer has ended. */
export const HEARTBEAT = 15_000;
const FORGOTTEN = HEARTBEAT * 2.5;
/** Records that one socket can have open. */
export const MOST_OPEN = 20;

/** Who has which record open, and edits which of its fields, at this process and at others. */
export class Presence {
  readonly #here = new Map<string, Set<Receiver>>();
  readonly #elsewhere = new Map<string, { at: number; records: Map<string, readonly Attendee[]> }>();
  readonly #send: (signal: Signal) => void;

  constructor(send: (signal: Signal) => void) {
    this.#send = send;
  }

  /** The receiver has the record open, or edits another field of it. Whether they may was asked before. */
  enter(receiver: Receiver, record: string, field: string | null): void {
    receiver.open.set(record, field);
    const there = this.#here.get(record) ?? new Set();
    this.#here.set(record, there.add(receiver));
    this.#changed(record);
  }

  leave(receiver: Receiver, record: string): void {
    if (!receiver.open.delete(record)) return;
    const there = this.#here.get(record);
    there?.delete(receiver);
    if (there?.size === 0) this.#here.delete(record);
    this.#changed(record);
  }

  leaveAll(receiver: Receiver): void {
    for (const record of [...receiver.open.keys()]) this.leave(receiver, record);
  }

  /** What another process tells. */
  hear(node: string, records: Records, now: number): void {
    const known = this.#elsewhere.get(node) ?? { at: now, records: new Map() };
    known.at = now;
    this.#elsewhere.set(node, known);
    for (const [record, people] of Object.entries(records)) {
      if (JSON.stringify(known.records.get(record) ?? []) === JSON.stringify(people)) continue;
      if (people.length === 0) known.records.delete(record);
      else known.records.set(record, people);
      this.#tell(record);
    }
  }

  /** Forgets processes that ended without a word. */
  forget(now: number): void {
    for (const [node, { at, records }] of this.#elsewhere) {
      if (now - at < FORGOTTEN) continue;
      this.#elsewhere.delete(node);
      for (const record of records.keys()) this.#tell(record);
    }
  }

  /** Tells the others all that is open here; nothing when nothing is. */
  sendAll(): void {
    if (this.#here.size > 0) this.#send({ kind: 'presence', records: Object.fromEntries([...this.#here.keys()].map((record) => [record, this.#attendees(record)])) });
  }

  #changed(record: string): void {
    this.#send({ kind: 'presence', records: { [record]: this.#attendees(record) } });
    this.#tell(record);
  }

  #attendees(record: string): readonly Attendee[] {
    return [...(this.#here.get(record) ?? [])].map((receiver) => ({ user: receiver.userId, name: receiver.name, field: receiver.open.get(record) ?? null }));
  }

  #tell(record: string): void {
    const there = this.#here.get(record);
    if (there === undefined) return;
    const all = [...this.#attendees(record), ...[...this.#elsewhere.values()].flatMap(({ records }) => records.get(record) ?? [])];
    const [module = '', id = ''] = record.split('/');
    for (const receiver of there) receiver.send({ type: 'presence', module, id, people: peopleFor(receiver, module, all) });
  }
}

/** The others, each once, as the receiver may know of them. */
function peopleFor({ userId, scope }: Receiver, module: string, all: readonly Attendee[]): LivePerson[] {
  const users = scope.snapshot.module('users');
  const readsNames = users !== undefined && scope.rights.readsNames(users);
  const people = new Map<string, LivePerson>();
  for (const { user, name, field } of all) {
    if (user === userId) continue;
    const shown = field !== null && scope.rights.field(module, field).read !== 'none' ? field : null;
    const known = people.get(user);
    people.set(user, { _id: readsNames ? user : null, name: readsNames ? name : '', field: shown ?? known?.field ?? null });
  }
  return [...people.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
