import { addPluginTexts, tPlugin } from '#ui';

addPluginTexts('accounts', { duplicates: { created: 'Created' } });

/** A text of this plugin in the chosen language. */
export function tAccounts(key: 'duplicates.created'): string {
  return tPlugin('accounts', key);
}
