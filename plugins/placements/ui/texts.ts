import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  cancel: 'Cancel',
  close: 'Close',
  noPlan: 'No planned start date',
  planAndConfirm: 'Plan and confirm',
  missing: 'Fill in {{field}}.',
  confirm: 'Confirm start',
  confirmTitle: 'Confirm the start on {{day}}?',
  confirmText: '{{name}} starts as planned.',
  confirmed: 'Start confirmed for {{day}}.',
} as const;

addPluginTexts('placements', TEXTS);

/** Returns a text of this plugin in the selected language. */
export function tPlacements(key: keyof typeof TEXTS, variables: Readonly<Record<string, string>> = {}): string {
  return tPlugin('placements', key, variables);
}
