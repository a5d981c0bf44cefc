import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contribution: the ranking of a leaderboard in place of its fields, and as a widget. */
export const leaderboardsUi = defineUiContribution({
  plugin: 'leaderboards',
  widgets: async () => (await import('./leaderboard-widget.tsx')).createLeaderboardWidgets(),
  recordBodies: {
    leaderboards: createLazySlot(async () => (await import('./leaderboard-result.tsx')).LeaderboardResult, 'place'),
  },
});
