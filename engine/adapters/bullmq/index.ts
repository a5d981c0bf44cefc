export { createBullmqQueue, type BullmqQueueOptions } from './bullmq-queue.ts';
export { inspectRedis } from './connections.ts';
