import type { StorePort } from '../../ports/index.ts';
import type { FilterNode, RecordDocument, RecordKeys } from '#engine/model';

/** Entries of this room's own that are no longer needed. */
export interface RemovalOptions {
  readonly collection: string;
  readonly filter: FilterNode;
  /** The keys that an entry was written with. */
  readonly keysOf: (document: RecordDocument) => RecordKeys;
  /** Entries removed in one commit. */
  readonly round: number;
  /** Rounds of one call; what is left goes the next time. */
  readonly maxRounds: number;
}

/** Removes leftovers in small commits, and answers how many. Errors: of the store. */
export async function removeInRounds(store: StorePort, { collection, filter, keysOf, round, maxRounds }: RemovalOptions): Promise<number> {
  let removed = 0;
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    const old = await store.find({ collection, filter, sort: [], limit: round });
    if (old.length === 0) return removed;
    const writes = old.map(({ document }) => ({ kind: 'remove' as const, collection, id: document._id, previousKeys: keysOf(document), expectedVersion: document._version }));
    // Another process keeps house too, or an entry was used anew: what is left is for the next time.
    if (!(await store.commit({ writes })).committed) return removed;
    removed += old.length;
  }
  return removed;
}
