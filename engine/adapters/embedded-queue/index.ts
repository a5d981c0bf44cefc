export { createEmbeddedQueue } from './embedded-queue.ts';
export type { EmbeddedQueueOptions } from './embedded-queue-options.ts';
