import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  hidden: 'Not visible to you',
  noModule: 'The leaderboard names no module that you may open',
  noModuleHelp: 'Choose the module under Edit.',
  failed: 'The result could not be loaded',
  place: 'Place',
  score: 'Score',
  noScores: 'Nobody has a score yet',
  noScoresHelp: 'The scores start with the first record of the period.',
} as const;

addPluginTexts('leaderboards', TEXTS);

/** A text of this plugin. */
export function tLeaderboards(key: keyof typeof TEXTS): string {
  return tPlugin('leaderboards', key, {});
}
