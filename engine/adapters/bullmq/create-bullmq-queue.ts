import { JOB_RETENTION, LEASE, type QueuePort } from '../../ports/index.ts';
import { BullmqQueue, getChannel } from './bullmq-queue.ts';
import type { BullmqQueueOptions } from './bullmq-queue-options.ts';
import { openConnections } from './connections.ts';

/**
 * Creates a queue in Redis, on BullMQ. Without Redis, requests fail at once with `queue_unavailable`, and workers wait. Each worker has
 * a connection of its own, besides three of the queue.
 */
export async function createBullmqQueue(options: BullmqQueueOptions): Promise<QueuePort> {
  const { url, prefix, log, lease = LEASE, retention = JOB_RETENTION } = options;
  return new BullmqQueue({ ...options, lease, retention }, await openConnections(url, getChannel(prefix), log));
}
