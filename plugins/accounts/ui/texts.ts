import { addPluginTexts, tPlugin } from '#ui';

addPluginTexts('accounts', { duplicates: { created: 'Created' } });

/** Returns a text of this plugin in the selected language. */
export function tAccounts(key: 'duplicates.created'): string {
  return tPlugin('accounts', key);
}
