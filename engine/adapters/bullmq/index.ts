export { createBullmqQueue, type BullmqQueueOptions } from './create-bullmq-queue.ts';
