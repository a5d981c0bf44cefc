import { defineUiContribution, createLazySlot } from '#ui';

/** What the plugin adds to the UI: the dialog in place of a refused duplicate. */
export const accountsUi = defineUiContribution({
  plugin: 'accounts',
  dialogs: { duplicate_account_detected: createLazySlot(async () => (await import('./dialogs/duplicate-dialog.tsx')).AccountDuplicates) },
  savingMessages: { accounts: 'Checking for duplicate accounts' },
});
