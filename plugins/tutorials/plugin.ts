import { definePlugin } from '#engine';

/** Tutorials: a player for their texts, videos and images. There are no rules on the server. */
export const tutorialsPlugin = definePlugin({ name: 'tutorials', version: '1.0.0', engine: '^0.1.0' });
