import { createPluginTexts } from '#ui';

/** Returns a text of this plugin in the selected language. */
export const tLeaderboards = createPluginTexts('leaderboards', {
  widget: 'Leaderboard',
  widgetHelp: 'The ranking of a leaderboard.',
  gone: 'This leaderboard is gone',
  goneHelp: 'It was removed, or you may not see it. Choose another one under Options.',
  none: 'No leaderboard is chosen',
  noneHelp: 'Choose one under Options.',
  hidden: 'Not visible to you',
  noModule: 'The leaderboard names no module that you may open',
  noModuleHelp: 'Choose the module under Edit.',
  failed: 'The result could not be loaded',
  place: 'Place',
  score: 'Score',
  noScores: 'Nobody has a score yet',
  noScoresHelp: 'The scores start with the first record of the period.',
});
