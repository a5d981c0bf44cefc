import type { JobReference } from '../../ports/index.ts';
import { hasEnded, readJobKey, type StoredQueue } from './stored-job.ts';

/**
 * Marks a job as cancelled, and moves it to where a worker reaches it soon: the worker ends it without running it. Returns the open
 * children of a blocked job; undefined when it has ended, or there is none.
 */
export async function cancelJob(
  queue: StoredQueue,
  prefix: string,
  id: string,
): Promise<{ readonly children: readonly JobReference[] } | undefined> {
  const job = await queue.getJob(id);
  if (!job || hasEnded(job)) return undefined;
  await job.updateData({ ...job.data, cancelledAt: job.data.cancelledAt ?? Date.now() });
  const state = await job.getState();
  if (state === 'completed' || state === 'failed') return undefined;
  // Each may fail because a worker took the job meanwhile, which then sees the mark or receives the message.
  if (state === 'delayed') await job.promote().catch(() => undefined);
  if (state === 'waiting' || state === 'prioritized') await job.changePriority({ priority: 0, lifo: true }).catch(() => undefined);
  if (state !== 'waiting-children') return { children: [] };
  const { unprocessed = [] } = await queue.getBackend().getDependencies(id, {});
  return { children: unprocessed.map((key) => readJobKey(prefix, key)) };
}
