import { definePlugin } from '#engine';

/** The results of leaderboards: rankings on the pages of the records, without rules on the server. */
export const leaderboardsPlugin = definePlugin({ name: 'leaderboards', version: '1.0.0', engine: '^0.1.0' });
