import { addTexts, tOf } from '#ui';

addTexts('accounts', { duplicates: { created: 'Created' } });

/** A text of this plugin in the chosen language. */
export function tAccounts(key: 'duplicates.created'): string {
  return tOf('accounts', key);
}
