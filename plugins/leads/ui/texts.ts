import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  duplicates: {
    touched: 'Last touched {{month}}',
  },
} as const;

addPluginTexts('leads', TEXTS);

/** A text of this plugin in the chosen language. */
export function tLeads(key: 'duplicates.touched', variables: Readonly<Record<string, string | number>>): string {
  return tPlugin('leads', key, variables);
}
