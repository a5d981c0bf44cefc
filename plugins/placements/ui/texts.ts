import { createPluginTexts } from '#ui';

/** Returns a text of this plugin in the selected language. */
export const tPlacements = createPluginTexts('placements', {
  cancel: 'Cancel',
  close: 'Close',
  noPlan: 'No planned start date',
  planAndConfirm: 'Plan and confirm',
  missing: 'Fill in {{field}}.',
  confirm: 'Confirm start',
  confirmTitle: 'Confirm the start on {{day}}?',
  confirmText: '{{name}} starts as planned.',
  confirmed: 'Start confirmed for {{day}}.',
});
