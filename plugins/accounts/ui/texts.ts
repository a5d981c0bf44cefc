import { createPluginTexts } from '#ui';

/** Returns a text of this plugin in the selected language. */
export const tAccounts = createPluginTexts('accounts', { duplicates: { created: 'Created' } });
