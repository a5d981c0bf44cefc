import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contribution: the ranking of a leaderboard in place of its fields. */
export const leaderboardsUi = defineUiContribution({
  plugin: 'leaderboards',
  recordBodies: {
    leaderboards: createLazySlot(async () => (await import('./leaderboard-result.tsx')).LeaderboardResult, 'place'),
  },
});
