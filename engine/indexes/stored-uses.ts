import { isDeepStrictEqual } from 'node:util';
import type { CollectionSchema } from '#engine/model/compiled';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { CollectionIndexes, IndexUse, StorePort, StoreWrite } from '../ports/index.ts';

/** The use of the indexes of each module, by the name of its collection, over all processes and restarts. */
export const INDEX_USES_COLLECTION: CollectionSchema = { name: '_index_uses', keys: [], indexes: [], contains: [] };

/** The recorded use of an index. Times are ISO 8601. */
export interface RecordedUse {
  readonly keys: readonly string[];
  readonly uses: number;
  readonly since: string;
  readonly lastUsed: string | null;
  /** The shared counter that was added last, and what it counted then: see `IndexUse.counter`. */
  readonly counter?: string;
  readonly counted?: number;
}

/** What is recorded of a collection. */
export interface RecordedUses {
  readonly version: number;
  readonly uses: readonly RecordedUse[];
}

export async function readRecordedUses(store: StorePort, collections: readonly string[]): Promise<ReadonlyMap<string, RecordedUses>> {
  const found = await store.get(INDEX_USES_COLLECTION.name, collections);
  return new Map(
    found.flatMap((stored) => (stored === undefined ? [] : [[stored.document._id, toRecordedUses(stored.document)] as const])),
  );
}

function toRecordedUses({ _version: version, indexes }: RecordDocument): RecordedUses {
  return { version, uses: indexes as unknown as readonly RecordedUse[] };
}

/** The write that records the use of a collection's indexes. */
export function toWrite(collection: string, before: RecordedUses | undefined, uses: readonly RecordedUse[]): StoreWrite {
  const document: RecordDocument = { _id: collection, _version: (before?.version ?? 0) + 1, indexes: uses as unknown as JsonValue };
  const write = { collection: INDEX_USES_COLLECTION.name, document, keys: {}, definitionVersion: 0 };
  return before === undefined
    ? { kind: 'insert', ...write }
    : { kind: 'update', ...write, previousKeys: {}, expectedVersion: before.version };
}

export function nameIndex(collection: string, keys: readonly string[]): string {
  return JSON.stringify([collection, ...keys]);
}

/**
 * Adds what counters counted since they were added last. `added`: what this process has already added of its own counters,
 * by `nameIndex`. An index that no longer exists is left out.
 */
export function addUses(
  recorded: readonly RecordedUse[],
  { collection, indexes }: CollectionIndexes,
  added: ReadonlyMap<string, number>,
  now: string,
): RecordedUse[] {
  return indexes.map((index) => {
    const before = recorded.find(({ keys }) => isDeepStrictEqual(keys, index.keys)) ?? {
      keys: index.keys,
      uses: 0,
      since: now,
      lastUsed: null,
    };
    const more = countNew(index, before, added.get(nameIndex(collection, index.keys)) ?? 0);
    return {
      ...before,
      uses: before.uses + more,
      lastUsed: more > 0 ? now : before.lastUsed,
      ...(index.counter === undefined || index.uses === null ? {} : { counter: index.counter, counted: index.uses }),
    };
  });
}

/** A shared counter with another name started again from 0. */
function countNew({ uses, counter }: IndexUse, before: RecordedUse, added: number): number {
  if (uses === null) return 0;
  const known = counter === undefined ? added : counter === before.counter ? (before.counted ?? 0) : 0;
  return Math.max(0, uses - known);
}
