import { randomBytes } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import type { RecordKeys } from '#engine/model/compiled';
import type { StoreWrite, UnitOfWork } from '../../../ports/index.ts';
import { SharedRead } from '../query/shared-read.ts';
import type { SchemaRegistry } from '../schema/schema-registry.ts';

/** A committed change of one record; keys are `undefined` where the record did not exist. */
export interface Change {
  readonly id: string;
  readonly before: RecordKeys | undefined;
  readonly after: RecordKeys | undefined;
}

/** The last token of each slot that wrote to a collection, by slot name. Two equal reads mean that nothing was written in between. */
export type WriteMarkers = ReadonlyMap<string, string>;

/** Changes cached per slot and collection; a total that needs older ones is counted again. */
const MAX_ENTRIES = 1024;
/** Milliseconds after which markers without a write are deleted: most are of processes that ended. */
const MARKER_TTL = 86_400_000;

interface Entry {
  readonly token: string;
  readonly changes: readonly Change[];
}

/** A slot is used by one transaction at a time, so that transactions of one process never write the same marker. */
export class MarkerSlot {
  readonly name: string;
  readonly #entries = new Map<string, Entry[]>();
  #pending: { readonly token: string; readonly writes: readonly StoreWrite[] } | undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** Writes a marker, inside the transaction, for each collection that the unit writes to; each attempt has its own token. */
  async writeMarkers(unit: UnitOfWork, schemaRegistry: SchemaRegistry, session: ClientSession): Promise<void> {
    const token = randomBytes(9).toString('base64');
    this.#pending = { token, writes: unit.writes };
    const at = new Date();
    const operations = [...new Set(unit.writes.map(({ collection }) => collection))]
      .filter(isTracked)
      .map((c) => ({ updateOne: { filter: { _id: `${c} ${this.name}` }, update: { $set: { c, t: token, at } }, upsert: true } }));
    if (operations.length > 0) await schemaRegistry.markers.bulkWrite(operations, { ordered: true, session });
  }

  /** The transaction of the last markers was committed. */
  confirm(): void {
    for (const [collection, changes] of groupChanges(this.#pending)) {
      const entries = this.#entries.get(collection) ?? [];
      entries.push({ token: this.#pending?.token ?? '', changes });
      if (entries.length > MAX_ENTRIES) entries.splice(0, MAX_ENTRIES / 2);
      this.#entries.set(collection, entries);
    }
    this.#pending = undefined;
  }

  /** The outcome of the last transaction is unknown: later changes cannot be connected to earlier ones. */
  invalidate(): void {
    this.#entries.clear();
    this.#pending = undefined;
  }

  /** The changes after one token up to another; undefined when they are not all known. */
  changesBetween(collection: string, from: string | undefined, to: string): readonly Change[] | undefined {
    const entries = this.#entries.get(collection) ?? [];
    const first = entries.findLastIndex(({ token }) => token === from);
    const last = entries.findLastIndex(({ token }) => token === to);
    return first === -1 || last < first ? undefined : entries.slice(first + 1, last + 1).flatMap(({ changes }) => changes);
  }
}

/**
 * Caches the recent writes of this process, and reads the markers that every process writes in its transactions for each
 * collection that it changes. They show whether a cached total is exact, can be adjusted, or has to be counted again.
 */
export class ChangeTracker {
  readonly #schemaRegistry: SchemaRegistry;
  readonly #process = randomBytes(9).toString('base64url');
  readonly #slots = new Map<string, MarkerSlot>();
  readonly #free: MarkerSlot[] = [];
  readonly #reads = new Map<string, SharedRead<WriteMarkers>>();

  constructor(schemaRegistry: SchemaRegistry) {
    this.#schemaRegistry = schemaRegistry;
  }

  takeSlot(): MarkerSlot {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const slot = new MarkerSlot(`${this.#process}.${this.#slots.size}`);
    this.#slots.set(slot.name, slot);
    return slot;
  }

  releaseSlot(slot: MarkerSlot): void {
    this.#free.push(slot);
  }

  /** The markers of a collection at some time after this call. */
  readMarks(collection: string): Promise<WriteMarkers> {
    let reads = this.#reads.get(collection);
    if (reads === undefined) this.#reads.set(collection, (reads = new SharedRead(() => this.readMarksOf(collection))));
    return reads.read();
  }

  /** The markers in the snapshot of a session. */
  async readMarksOf(collection: string, session?: ClientSession): Promise<WriteMarkers> {
    const found = await this.#schemaRegistry.markers
      .find(
        { _id: { $gte: `${collection} `, $lt: `${collection}!` } },
        { projection: { t: 1 }, batchSize: 1000, ...(session === undefined ? {} : { session }) },
      )
      .toArray();
    return new Map(found.map(({ _id, t }) => [_id.slice(collection.length + 1), t]));
  }

  /** The changes between two states of the markers, if this process made all of them and still has them. */
  changesBetween(collection: string, from: WriteMarkers, to: WriteMarkers): readonly Change[] | undefined {
    const changes: Change[] = [];
    for (const name of from.keys()) if (!to.has(name)) return undefined;
    for (const [name, token] of to) {
      if (from.get(name) === token) continue;
      const own = this.#slots.get(name)?.changesBetween(collection, from.get(name), token);
      if (own === undefined) return undefined;
      changes.push(...own);
    }
    return changes;
  }

  /** Deletes the markers of processes that ended long ago. When a running process loses its markers, the others count again. */
  async deleteOldMarkers(): Promise<void> {
    await this.#schemaRegistry.markers.deleteMany({ at: { $lt: new Date(Date.now() - MARKER_TTL) } });
  }
}

/** Totals of internal collections, whose names start with '_', are seldom requested: writes to them need no marker. */
export function isTracked(collection: string): boolean {
  return !collection.startsWith('_');
}

function groupChanges(pending: { readonly writes: readonly StoreWrite[] } | undefined): Map<string, Change[]> {
  const groups = new Map<string, Change[]>();
  for (const write of pending?.writes ?? []) {
    if (!isTracked(write.collection)) continue;
    const change = {
      id: write.kind === 'remove' ? write.id : write.document._id,
      before: write.kind === 'insert' ? undefined : write.previousKeys,
      after: write.kind === 'remove' ? undefined : write.keys,
    };
    groups.set(write.collection, [...(groups.get(write.collection) ?? []), change]);
  }
  return groups;
}
