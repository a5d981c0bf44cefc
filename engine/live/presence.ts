import type { LivePerson } from '#engine/model/wire';
import type { Receiver } from './receiver.ts';
import type { Signal } from './signals.ts';

/** A user at a record, as exchanged between processes. */
interface Attendee {
  readonly user: string;
  readonly name: string;
  readonly field: string | null;
}

type Records = { readonly [record: string]: readonly Attendee[] };

/**
 * Each process repeats its presence after this many milliseconds; a process that was silent for longer than `EXPIRY` is considered
 * ended.
 */
export const HEARTBEAT = 15_000;
const EXPIRY = HEARTBEAT * 2.5;
/** Maximum number of records that one socket can have open. */
export const MAX_OPEN_RECORDS = 20;

/** Tracks which users have which records open, and which field they edit, in this process and in others. */
export class Presence {
  readonly #local = new Map<string, Set<Receiver>>();
  readonly #remote = new Map<string, { at: number; records: Map<string, readonly Attendee[]> }>();
  readonly #send: (signal: Signal) => void;

  constructor(send: (signal: Signal) => void) {
    this.#send = send;
  }

  /** Records that the receiver has the record open or edits another of its fields. The caller has checked the right to do so. */
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

  /** Handles the presence sent by another process. */
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

  /** Removes processes that ended without a message. */
  removeExpired(now: number): void {
    for (const [node, { at, records }] of this.#remote) {
      if (now - at < EXPIRY) continue;
      this.#remote.delete(node);
      for (const record of records.keys()) this.#notify(record);
    }
  }

  /** Sends all open records of this process to the others; sends nothing when there are none. */
  broadcastAll(): void {
    if (this.#local.size > 0)
      this.#send({
        kind: 'presence',
        records: Object.fromEntries([...this.#local.keys()].map((record) => [record, this.#attendees(record)])),
      });
  }

  #changed(record: string): void {
    this.#send({ kind: 'presence', records: { [record]: this.#attendees(record) } });
    this.#notify(record);
  }

  #attendees(record: string): readonly Attendee[] {
    return [...(this.#local.get(record) ?? [])].map((receiver) => ({
      user: receiver.userId,
      name: receiver.name,
      field: receiver.open.get(record) ?? null,
    }));
  }

  #notify(record: string): void {
    const there = this.#local.get(record);
    if (there === undefined) return;
    const all = [...this.#attendees(record), ...[...this.#remote.values()].flatMap(({ records }) => records.get(record) ?? [])];
    const [module = '', id = ''] = record.split('/');
    for (const receiver of there) receiver.send({ type: 'presence', module, id, people: peopleFor(receiver, module, all) });
  }
}

/** The other users, each once, with the names and fields that the receiver may see. */
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
