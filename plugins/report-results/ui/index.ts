import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contributions: the results of reports and leaderboards in place of their fields. */
export const reportResultsUi = defineUiContribution({
  plugin: 'report-results',
  recordBodies: {
    reports: createLazySlot(async () => (await import('./report-result.tsx')).ReportResult, 'place'),
    leaderboards: createLazySlot(async () => (await import('./leaderboard-result.tsx')).LeaderboardResult, 'place'),
  },
});
