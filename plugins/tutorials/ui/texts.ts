import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  list: 'Tutorials',
  close: 'Close',
  failed: 'The file of this tutorial cannot be shown.',
  empty: 'This tutorial has no content yet.',
  playVideo: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  fullScreen: 'Full screen',
} as const;

addPluginTexts('tutorials', TEXTS);

/** Returns a text of this plugin in the selected language. */
export function tTutorials(key: keyof typeof TEXTS): string {
  return tPlugin('tutorials', key);
}
