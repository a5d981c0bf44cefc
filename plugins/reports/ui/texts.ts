import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  records: 'Records',
  total: 'Total',
  empty: 'Empty',
  hidden: 'Not visible to you',
  none: 'There are no records to report',
  noneHelp: 'Nothing matches the conditions of the report, or you may not see it.',
  noModule: 'The report names no module that you may open',
  noModuleHelp: 'Choose the module under Edit.',
  failed: 'The result could not be loaded',
  sum: 'Sum of {{field}}',
  avg: 'Average of {{field}}',
  min: 'Smallest {{field}}',
  max: 'Largest {{field}}',
  count: 'Records',
  first: 'The first {{count}} records',
} as const;

addPluginTexts('reports', TEXTS);

type Key = keyof typeof TEXTS;

/** A text of this plugin. */
export function tResults(key: Key, variables: Readonly<Record<string, string | number>> = {}): string {
  return tPlugin('reports', key, variables);
}
