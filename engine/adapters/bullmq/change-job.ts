import { randomUUID } from 'node:crypto';
import { UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';
import { MusterError } from '../../errors/index.ts';
import { LEASE, toJobError, type JobReference } from '../../ports/index.ts';
import { readJobKey, toJobKey, type JobData, type StoredJob, type StoredQueue, hasEnded } from './stored-job.ts';

/** Makes a failed job wait again. Throws `job_not_found`, `job_not_failed`, `job_duplicate`. */
export async function retryJob(queue: StoredQueue, client: Redis, prefix: string, id: string): Promise<void> {
  const [job, state] = await Promise.all([queue.getJob(id), queue.getJobState(id)]);
  if (!job) throw new MusterError('job_not_found');
  if (state !== 'failed') throw new MusterError('job_not_failed');
  const release = await holdKey(client, `${prefix}:${queue.name}:de:`, job);
  const restore = await detachFromParent(queue, client, prefix, job);
  try {
    const { cancelledAt: _cancelledAt, ...data } = job.data;
    await job.updateData({ ...data, retriedAt: Date.now() });
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

/** Marks a job as cancelled. Returns the open children of a blocked job; undefined when it has ended, or there is none. */
export async function markCancelled(
  queue: StoredQueue,
  prefix: string,
  id: string,
): Promise<{ readonly children: readonly JobReference[] } | undefined> {
  const job = await queue.getJob(id);
  if (!job || hasEnded(job)) return undefined;
  await job.updateData({ ...job.data, cancelledAt: job.data.cancelledAt ?? Date.now() });
  const state = await job.getState();
  if (state === 'completed' || state === 'failed') return undefined;
  if (state !== 'waiting-children') return { children: [] };
  const { unprocessed = [] } = await queue.getBackend().getDependencies(id, {});
  return { children: unprocessed.map((key) => readJobKey(prefix, key)) };
}

/** The keys of a queue that the script uses, in its order. */
const PLACES = ['wait', 'prioritized', 'delayed', 'active'];

/**
 * Takes a job that waits or is delayed from its place, and locks it as a worker does: BullMQ ends no other jobs. It also counts an attempt
 * at the end, of which there was none. A job whose data are no longer those with the mark was retried meanwhile.
 */
const TAKE = `
if redis.call('HGET', KEYS[5], 'data') ~= ARGV[4] then return 0 end
local taken = redis.call('LREM', KEYS[1], -1, ARGV[1]) + redis.call('ZREM', KEYS[2], ARGV[1]) + redis.call('ZREM', KEYS[3], ARGV[1])
if taken == 0 then return 0 end
redis.call('LPUSH', KEYS[4], ARGV[1])
redis.call('SET', KEYS[5] .. ':lock', ARGV[2], 'PX', ARGV[3])
redis.call('HINCRBY', KEYS[5], 'atm', -1)
redis.call('HSET', KEYS[5], 'delay', 0)
return 1`;

/**
 * Ends a job that is marked as cancelled, unless it runs or is blocked. False: the worker that has or takes it ends it. If this process ends
 * in the middle, the lock expires, and a worker finds the job with its mark.
 */
export async function endCancelled(queue: StoredQueue, client: Redis, prefix: string, id: string): Promise<boolean> {
  const token = randomUUID();
  const keys = [...PLACES, id].map((name) => toJobKey(prefix, { queue: queue.name, id: name }));
  const data = await client.hget(toJobKey(prefix, { queue: queue.name, id }), 'data');
  if (data === null || (JSON.parse(data) as JobData).cancelledAt === undefined) return false;
  const taken = await client.eval(TAKE, keys.length, ...keys, id, token, LEASE, data);
  const job = taken === 1 ? await queue.getJob(id) : undefined;
  if (!job) return false;
  const error = new UnrecoverableError(JSON.stringify(toJobError(new MusterError('job_cancelled'))));
  // It would be kept as a failed attempt.
  error.stack = '';
  await job.moveToFailed(error, token);
  return true;
}
