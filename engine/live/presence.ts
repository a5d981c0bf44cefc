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
const EXPIRY = HEARTBEAT * 2.5;
/** Records that one socket can have open. */
export const MAX_OPEN_RECORDS = 20;

/** Who has which record open, and edits which of its fields, at this process and at others. */
export class Presence {
  readonly #local = new Map<string, Set<Receiver>>();
  readonly #remote = new Map<string, { at: number; records: Map<string, readonly Attendee[]> }>();
  readonly #send: (signal: Signal) => void;

  constructor(send: (signal: Signal) => void) {
    this.#send = send;
  }

  /** The receiver has the record open, or edits another field of it. Whether they may was asked before. */
  enter(receiver: Receiver, record: string, field: string | null): void {
    receiver.open.set(record, field);
    const there = this.#local.get(record) ?? new Set();
    this.#local.set(record, there.add(receiver));
    this.#changed(record);
  }

  leave(receiver: Receiver, record: string): void {
    if (!receiver.open.delete(record)) return;
    const there = this.#local.get(record);
    there?.delete(receiver);
    if (there?.size === 0) this.#local.delete(record);
    this.#changed(record);
  }

  leaveAll(receiver: Receiver): void {
    for (const record of [...receiver.open.keys()]) this.leave(receiver, record);
  }

  /** What another process tells. */
  handleRemote(node: string, records: Records, now: number): void {
    const known = this.#remote.get(node) ?? { at: now, records: new Map() };
    known.at = now;
    this.#remote.set(node, known);
    for (const [record, people] of Object.entries(records)) {
      if (JSON.stringify(known.records.get(record) ?? []) === JSON.stringify(people)) continue;
      if (people.length === 0) known.records.delete(record);
      else known.records.set(record, people);
      this.#notify(record);
    }
  }

  /** Forgets processes that ended without a word. */
  removeExpired(now: number): void {
    for (const [node, { at, records }] of this.#remote) {
      if (now - at < EXPIRY) continue;
      this.#remote.delete(node);
      for (const record of records.keys()) this.#notify(record);
    }
  }

  /** Tells the others all that is open here; nothing when nothing is. */
  broadcastAll(): void {
    if (this.#local.size > 0) this.#send({ kind: 'presence', records: Object.fromEntries([...this.#local.keys()].map((record) => [record, this.#attendees(record)])) });
  }

  #changed(record: string): void {
    this.#send({ kind: 'presence', records: { [record]: this.#attendees(record) } });
    this.#notify(record);
  }

  #attendees(record: string): readonly Attendee[] {
    return [...(this.#local.get(record) ?? [])].map((receiver) => ({ user: receiver.userId, name: receiver.name, field: receiver.open.get(record) ?? null }));
  }

  #notify(record: string): void {
    const there = this.#local.get(record);
    if (there === undefined) return;
    const all = [...this.#attendees(record), ...[...this.#remote.values()].flatMap(({ records }) => records.get(record) ?? [])];
    const [module = '', id = ''] = record.split('/');
    for (const receiver of there) receiver.send({ type: 'presence', module, id, people: peopleFor(receiver, module, all) });
  }
}

/** The others, each once, as the receiver may know of them. */
function peopleFor({ userId, scope }: Receiver, module: string, all: readonly Attendee[]): LivePerson[] {
  const users = scope.snapshot.module('users');
  const readsNames = users !== undefined && scope.rights.canReadNames(users);
  const people = new Map<string, LivePerson>();
  for (const { user, name, field } of all) {
    if (user === userId) continue;
    const shown = field !== null && scope.rights.field(module, field).read !== 'none' ? field : null;
    const known = people.get(user);
    people.set(user, { _id: readsNames ? user : null, name: readsNames ? name : '', field: shown ?? known?.field ?? null });
  }
  return [...people.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
