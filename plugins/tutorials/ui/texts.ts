import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  list: 'Tutorials',
  close: 'Close',
  failed: 'The file of this tutorial cannot be shown.',
  empty: 'This tutorial has no content yet.',
} as const;

addPluginTexts('tutorials', TEXTS);

/** Returns a text of this plugin in the selected language. */
export function tTutorials(key: keyof typeof TEXTS): string {
  return tPlugin('tutorials', key);
}
