export { createEmbeddedQueue, type EmbeddedQueueOptions } from './create-embedded-queue.ts';
