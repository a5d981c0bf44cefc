import { randomBytes } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import type { RecordKeys } from '#engine/model';
import type { StoreWrite, UnitOfWork } from '../../ports/index.ts';
import type { SchemaRegistry } from './schema-registry.ts';

/** A committed change of one record; `undefined` keys: it was not there. */
export interface Change {
  readonly id: string;
  readonly before: RecordKeys | undefined;
  readonly after: RecordKeys | undefined;
}

/** The last token of each slot that wrote to a collection, by the slot's name: the same twice, and nothing was written between. */
export type WriteMarkers = ReadonlyMap<string, string>;

/** Changes held of each slot and collection; what asks for older ones counts anew. */
const MAX_ENTRIES = 1024;
/** Marks that nobody wrote for so long are cleared away: most are of processes that ended. */
const MARKER_TTL = 86_400_000;

interface Entry {
  readonly token: string;
  readonly changes: readonly Change[];
}

/** One transaction at a time marks in a slot, so that transactions of one process never meet in a mark. */
export class MarkerSlot {
  readonly name: string;
  readonly #entries = new Map<string, Entry[]>();
  #pending: { readonly token: string; readonly writes: readonly StoreWrite[] } | undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** Marks, inside the transaction, the collections that the unit writes to; each try has a token of its own. */
  async writeMarkers(unit: UnitOfWork, schemaRegistry: SchemaRegistry, session: ClientSession): Promise<void> {
    const token = randomBytes(9).toString('base64');
    this.#pending = { token, writes: unit.writes };
    const at = new Date();
    const operations = [...new Set(unit.writes.map(({ collection }) => collection))].filter(isTracked).map((c) => ({ updateOne: { filter: { _id: `${c} ${this.name}` }, update: { $set: { c, t: token, at } }, upsert: true } }));
    if (operations.length > 0) await schemaRegistry.markers.bulkWrite(operations, { ordered: true, session });
  }

  /** What was marked last stands. */
  confirm(): void {
    for (const [collection, changes] of groupChanges(this.#pending)) {
      const entries = this.#entries.get(collection) ?? [];
      entries.push({ token: this.#pending?.token ?? '', changes });
      if (entries.length > MAX_ENTRIES) entries.splice(0, MAX_ENTRIES / 2);
      this.#entries.set(collection, entries);
    }
    this.#pending = undefined;
  }

  /** It is not known whether what was marked last stands: what comes after it cannot be joined to what was before. */
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
 * What this process wrote lately, and the marks by which every process tells in its transactions that it wrote to a
 * collection: so that a total kept in memory is known to be exact, can be adjusted, or is counted anew.
 */
export class ChangeTracker {
  readonly #schemaRegistry: SchemaRegistry;
  readonly #process = randomBytes(9).toString('base64url');
  readonly #slots = new Map<string, MarkerSlot>();
  readonly #free: MarkerSlot[] = [];

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

  async readMarks(collection: string, session?: ClientSession): Promise<WriteMarkers> {
    const found = await this.#schemaRegistry.markers.find({ _id: { $gte: `${collection} `, $lt: `${collection}!` } }, { projection: { t: 1 }, batchSize: 1000, ...(session === undefined ? {} : { session }) }).toArray();
    return new Map(found.map(({ _id, t }) => [_id.slice(collection.length + 1), t]));
  }

  /** What happened between two states of the marks, if it was all done here and is still known. */
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

  /** Clears away the marks of processes that ended long ago; that a living one lost its own makes others count anew. */
  async deleteOldMarkers(): Promise<void> {
    await this.#schemaRegistry.markers.deleteMany({ at: { $lt: new Date(Date.now() - MARKER_TTL) } });
  }
}

/** Totals of the product's own notes, whose names begin with '_', are seldom asked for: writing them needs no mark. */
export function isTracked(collection: string): boolean {
  return !collection.startsWith('_');
}

function groupChanges(pending: { readonly writes: readonly StoreWrite[] } | undefined): Map<string, Change[]> {
  const groups = new Map<string, Change[]>();
  for (const write of pending?.writes ?? []) {
    if (!isTracked(write.collection)) continue;
    const change = { id: write.kind === 'remove' ? write.id : write.document._id, before: write.kind === 'insert' ? undefined : write.previousKeys, after: write.kind === 'remove' ? undefined : write.keys };
    groups.set(write.collection, [...(groups.get(write.collection) ?? []), change]);
  }
  return groups;
}
