import { createPluginTexts } from '#ui';

/** Returns a text of this plugin in the selected language. */
export const tPto = createPluginTexts('pto', {
  change: '{{left}} h left, {{after}} h after',
  tooFew: '{{left}} h left, {{hours}} h requested',
  alone: 'Nobody else is off',
  others_one: '{{count}} other is off',
  others_other: '{{count}} others are off',
});
