import { EXPIRY_BATCH } from '../../ports/index.ts';
import { inPlace } from './job-document.ts';
import type { JobTable } from './job-table.ts';

/** Removes jobs that ended at `before` or earlier, a batch of each queue and state; returns how many. */
export async function removeExpiredJobs(table: JobTable, queues: readonly string[], before: number): Promise<number> {
  let count = 0;
  for (const queue of queues)
    for (const state of ['completed', 'failed'] as const) {
      const expired = await table.find(inPlace(queue, state, before), EXPIRY_BATCH);
      const removed = await Promise.all(expired.map((job) => table.remove(job)));
      count += removed.filter(Boolean).length;
    }
  return count;
}
