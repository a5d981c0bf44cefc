import { definePlugin } from '#engine';

/** The results of reports and leaderboards: tables on the pages of the records, without rules on the server. */
export const reportResultsPlugin = definePlugin({ name: 'report-results', version: '1.0.0', engine: '^0.1.0' });
