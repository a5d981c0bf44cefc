import { MusterError } from '../../errors/index.ts';
import type { WorkerOptions } from '../queue.ts';
import { assertQueueName } from './normalize-job.ts';

const HOUR = 3_600_000;
const MAX_LIMIT = 7 * 24 * HOUR;

/** How long ended jobs are kept, in milliseconds. */
export const JOB_RETENTION = 30 * 24 * HOUR;
/** Milliseconds between two searches for expired jobs. */
export const EXPIRY_INTERVAL = HOUR;
/** Most jobs of a queue that one search removes. */
export const EXPIRY_BATCH = 1_000;
/** Milliseconds that running jobs have to end when a worker stops. */
export const STOP_WAIT = 10_000;
/** Milliseconds after which a lease that was not renewed has ended. */
export const LEASE = 30_000;

/** Checks the options of a worker and fills in their defaults. Throws `queue_invalid`. */
export function normalizeWorkerOptions(queue: string, options: WorkerOptions = {}): Required<WorkerOptions> {
  assertQueueName(queue);
  const { concurrency = 1, limit = HOUR, lossLimit = 3, isRetryable = () => true } = options;
  const isValid = isWithin(concurrency, 1, 1_000) && isWithin(limit, 1, MAX_LIMIT) && isWithin(lossLimit, 0, 1_000);
  if (!isValid) throw new MusterError('queue_invalid', { values: { queue, reason: 'an option of its worker is out of range' } });
  return { concurrency, limit, lossLimit, isRetryable };
}

function isWithin(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to;
}
