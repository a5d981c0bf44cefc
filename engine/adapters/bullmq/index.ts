export { createBullmqQueue, type BullmqQueueOptions } from './bullmq-queue.ts';
