import { definePlugin } from '#engine';

/** Pages of a staffing company that later versions add, without rules on the server. */
export const plannedPagesPlugin = definePlugin({ name: 'planned-pages', version: '1.0.0', engine: '^0.1.0' });
