export { createEmbeddedQueue } from './create-embedded-queue.ts';
export type { EmbeddedQueueOptions } from './embedded-queue-options.ts';
