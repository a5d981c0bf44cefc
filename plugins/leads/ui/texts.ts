import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  duplicates: {
    touched: 'Last touched {{month}}',
  },
} as const;

addPluginTexts('leads', TEXTS);

/** Returns a text of this plugin in the selected language. */
export function tLeads(key: 'duplicates.touched', variables: Readonly<Record<string, string | number>>): string {
  return tPlugin('leads', key, variables);
}
