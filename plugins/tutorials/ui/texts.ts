import { createPluginTexts } from '#ui';

/** Returns a text of this plugin in the selected language. */
export const tTutorials = createPluginTexts('tutorials', {
  list: 'Tutorials',
  close: 'Close',
  failed: 'The file of this tutorial cannot be shown.',
  empty: 'This tutorial has no content yet.',
  playVideo: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  fullScreen: 'Full screen',
});
