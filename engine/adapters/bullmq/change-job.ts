import type { Redis } from 'ioredis';
import { MusterError } from '../../errors/index.ts';
import type { JobReference } from '../../ports/index.ts';
import { readJobKey, toJobKey, type StoredJob, type StoredQueue, hasEnded } from './stored-job.ts';

/** Makes a failed job wait again. Throws `job_not_found`, `job_not_failed`, `job_duplicate`. */
export async function retryJob(queue: StoredQueue, client: Redis, prefix: string, id: string): Promise<void> {
  const [job, state] = await Promise.all([queue.getJob(id), queue.getJobState(id)]);
  if (!job) throw new MusterError('job_not_found');
  if (state !== 'failed') throw new MusterError('job_not_failed');
  const release = await holdKey(client, `${prefix}:${queue.name}:de:`, job);
  const restore = await detachFromParent(queue, client, prefix, job);
  try {
    const { cancelledAt: _cancelledAt, ...data } = job.data;
    await job.updateData(data);
    // The losses count again from zero.
    await client.hdel(toJobKey(prefix, { queue: queue.name, id }), 'stc', 'progress');
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
  } catch (error) {
    await release();
    throw (await job.isFailed()) ? error : new MusterError('job_not_failed', { cause: error });
  } finally {
    await restore();
  }
}

/** Takes the deduplication key of a job again, which it had given back when it failed. */
async function holdKey(client: Redis, keyPrefix: string, job: StoredJob): Promise<() => Promise<void>> {
  if (job.deduplicationId === undefined) return async () => undefined;
  const key = `${keyPrefix}${job.deduplicationId}`;
  const taken = await client.set(key, job.id ?? '', 'NX');
  if (taken === null) throw new MusterError('job_duplicate');
  return async () => void (await client.del(key));
}

/**
 * BullMQ makes a parent depend on a retried child again, even if the parent runs or has run, and would then refuse its end. Such a
 * parent is kept from noticing the retry.
 */
async function detachFromParent(queue: StoredQueue, client: Redis, prefix: string, job: StoredJob): Promise<() => Promise<void>> {
  const { parentKey } = job;
  if (parentKey === undefined) return async () => undefined;
  const parent = readJobKey(prefix, parentKey);
  if (await client.zscore(`${prefix}:${parent.queue}:waiting-children`, parent.id)) return async () => undefined;
  const [hash, field] = [`${parentKey}:failed`, toJobKey(prefix, { queue: queue.name, id: job.id ?? '' })];
  const reason = await client.hget(hash, field);
  if (reason === null) return async () => undefined;
  await client.hdel(hash, field);
  return async () => void (await client.hset(hash, field, reason));
}

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
