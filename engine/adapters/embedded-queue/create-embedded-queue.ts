import { JOB_RETENTION, LEASE, type ClockPort, type IdsPort, type LogPort, type QueuePort, type StorePort } from '../../ports/index.ts';
import { EmbeddedQueue } from './embedded-queue.ts';
import { JOBS_COLLECTION, QUEUES_COLLECTION } from './job-document.ts';
import { WORKERS_COLLECTION } from './process-lease.ts';
import { QueueNames } from './queue-names.ts';

/** Options of an embedded queue. */
export interface EmbeddedQueueOptions {
  /** Shared by the processes that share the queue. It is not closed with the queue. */
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Milliseconds after which the jobs of a process that does not report itself are taken over; default 30,000. */
  readonly lease?: number;
  /** Milliseconds for which jobs are kept after their end; default 30 days. */
  readonly retention?: number;
  /** Milliseconds between two searches for what other processes changed; default 1,000. Jobs that are added are noticed at once. */
  readonly pollInterval?: number;
}

/**
 * Creates a queue in a store: jobs are committed like records, and any number of processes work on them. Throws the errors of the
 * store while that is unavailable.
 */
export async function createEmbeddedQueue(options: EmbeddedQueueOptions): Promise<QueuePort> {
  await options.store.applySchemas([JOBS_COLLECTION, QUEUES_COLLECTION, WORKERS_COLLECTION]);
  const { lease = LEASE, retention = JOB_RETENTION, pollInterval = 1_000 } = options;
  return new EmbeddedQueue({ ...options, lease, retention, pollInterval }, new QueueNames(options.store));
}
