import { JOB_RETENTION, LEASE, type QueuePort } from '../../ports/index.ts';
import { EmbeddedQueue } from './embedded-queue.ts';
import type { EmbeddedQueueOptions } from './embedded-queue-options.ts';
import { JOBS_COLLECTION, QUEUES_COLLECTION } from './job-document.ts';
import { WORKERS_COLLECTION } from './process-lease.ts';
import { QueueNames } from './queue-names.ts';

/**
 * Creates a queue in a store: jobs are committed like records, and any number of processes work on them. Throws the errors of the
 * store while that is unavailable.
 */
export async function createEmbeddedQueue(options: EmbeddedQueueOptions): Promise<QueuePort> {
  await options.store.applySchemas([JOBS_COLLECTION, QUEUES_COLLECTION, WORKERS_COLLECTION]);
  const { lease = LEASE, retention = JOB_RETENTION, pollInterval = 1_000 } = options;
  return new EmbeddedQueue({ ...options, lease, retention, pollInterval }, new QueueNames(options.store));
}
