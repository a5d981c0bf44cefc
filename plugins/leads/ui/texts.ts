import { addTexts, tOf } from '#ui';

const TEXTS = {
  duplicates: {
    touched: 'Last touched {{month}}',
  },
} as const;

addTexts('leads', TEXTS);

/** A text of this plugin in the chosen language. */
export function tLeads(key: 'duplicates.touched', variables: Readonly<Record<string, string | number>>): string {
  return tOf('leads', key, variables);
}
