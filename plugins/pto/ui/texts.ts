import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  change: '{{left}} h left, {{after}} h after',
  tooFew: '{{left}} h left, {{hours}} h requested',
  alone: 'Nobody else is off',
  others_one: '{{count}} other is off',
  others_other: '{{count}} others are off',
} as const;

addPluginTexts('pto', TEXTS);

/** Returns a text of this plugin in the selected language. */
export function tPto(key: 'change' | 'tooFew' | 'alone' | 'others', variables: Readonly<Record<string, string | number>> = {}): string {
  return tPlugin('pto', key, variables);
}
