import { MATCH_ALL } from '#engine/model/filter';
import type { StorePort, StoredRecord } from '../../ports/index.ts';

const BATCH = 500;

/**
 * Reads the newest documents of a collection, at most `most`, 500 at a time. Returns how many were read, and whether those were all.
 * Errors: of the store, and those of `handle`.
 */
export async function readNewest(
  store: StorePort,
  collection: string,
  most: number,
  handle: (batch: readonly StoredRecord[]) => Promise<void>,
): Promise<{ readonly seen: number; readonly isComplete: boolean }> {
  let before: string | undefined;
  for (let seen = 0; seen < most; ) {
    const batch = await store.find({
      collection,
      filter: before === undefined ? MATCH_ALL : { kind: 'idRange', lt: before },
      sort: [{ kind: 'id', descending: true }],
      limit: Math.min(BATCH, most - seen),
    });
    if (batch.length === 0) return { seen, isComplete: true };
    await handle(batch);
    seen += batch.length;
    before = batch.at(-1)?.document._id;
  }
  return { seen: most, isComplete: false };
}
