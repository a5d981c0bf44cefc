import type { StorePort } from '../../ports/index.ts';
import type { FilterNode, RecordDocument, RecordKeys } from '#engine/model';

/** Which entries of this package's own collections are removed, and in what portions. */
export interface RemovalOptions {
  readonly collection: string;
  readonly filter: FilterNode;
  /** The keys that an entry was written with. */
  readonly keysOf: (document: RecordDocument) => RecordKeys;
  /** Entries removed in one commit. */
  readonly round: number;
  /** Maximum rounds per run; the rest is removed in the next run. */
  readonly maxRounds: number;
}

/** Removes expired entries in small commits, and returns their number. Errors: of the store. */
export async function removeInRounds(store: StorePort, { collection, filter, keysOf, round, maxRounds }: RemovalOptions): Promise<number> {
  let removed = 0;
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    const old = await store.find({ collection, filter, sort: [], limit: round });
    if (old.length === 0) return removed;
    const writes = old.map(({ document }) => ({
      kind: 'remove' as const,
      collection,
      id: document._id,
      previousKeys: keysOf(document),
      expectedVersion: document._version,
    }));
    // Another process removes entries too, or an entry was used again: the rest is removed in the next run.
    if (!(await store.commit({ writes })).committed) return removed;
    removed += old.length;
  }
  return removed;
}
