import { defineUiContribution, createLazySlot } from '#ui';

/** The plugin's UI contributions: the dialog that is shown if a save is rejected because of a duplicate. */
export const accountsUi = defineUiContribution({
  plugin: 'accounts',
  dialogs: { duplicate_account_detected: createLazySlot(async () => (await import('./dialogs/duplicate-dialog.tsx')).AccountDuplicates) },
  savingMessages: { accounts: 'Checking for duplicate accounts' },
});
