import type { StorePort } from '../../ports/index.ts';
import { allOf, type FilterNode } from '#engine/model';
import type { ChangeEntry } from './change-entry.ts';
import { CHANGE_KEYS, CHANGES_COLLECTION } from '../collections.ts';

/** Maximum number of changes in memory. */
const ROUND = 500;

/** The changes of a batch as stored, in the order in which they were made. Reads one round at a time, so the batch can have any size. */
export async function* iterateChanges(store: StorePort, batchId: string): AsyncIterable<ChangeEntry> {
  const ofBatch: FilterNode = { kind: 'equals', key: CHANGE_KEYS.batch, values: [batchId] };
  let filter: FilterNode = ofBatch;
  for (;;) {
    const found = await store.find({ collection: CHANGES_COLLECTION.name, filter, sort: [], limit: ROUND });
    for (const { document } of found) yield document as unknown as ChangeEntry;
    const last = found.at(-1)?.document._id;
    if (last === undefined || found.length < ROUND) return;
    filter = allOf([ofBatch, { kind: 'idRange', gt: last }]);
  }
}
