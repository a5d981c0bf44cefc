import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FilterNode } from '#engine/model/filter';
import { EXPIRY_BATCH } from '../../ports/index.ts';
import { inPlace } from './job-document.ts';
import type { JobTable } from './job-table.ts';

/** What a search for expired jobs covers. */
export interface ExpirySearch {
  readonly queues: readonly string[];
  /** Jobs that ended at this time or earlier are removed, in milliseconds since the epoch. */
  readonly before: number;
  /** True: the search ends with the current batch. */
  readonly isStopped: () => boolean;
}

/** Removes all expired jobs, batch by batch; returns how many. */
export async function removeExpiredJobs(table: JobTable, search: ExpirySearch): Promise<number> {
  let count = 0;
  for (const queue of search.queues)
    for (const state of ['completed', 'failed'] as const) count += await removeFrom(table, search, inPlace(queue, state, search.before));
  return count;
}

async function removeFrom(table: JobTable, search: ExpirySearch, filter: FilterNode): Promise<number> {
  let count = 0;
  while (!search.isStopped()) {
    const expired = await table.find(filter, EXPIRY_BATCH);
    const removed = (await Promise.all(expired.map((job) => table.remove(job)))).filter(Boolean).length;
    count += removed;
    // When another process removed all of them first, it also removes the rest.
    if (expired.length < EXPIRY_BATCH || removed === 0) break;
    await yieldToOthers();
  }
  return count;
}
