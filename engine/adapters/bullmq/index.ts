export { createBullmqQueue } from './create-bullmq-queue.ts';
export type { BullmqQueueOptions } from './bullmq-queue-options.ts';
