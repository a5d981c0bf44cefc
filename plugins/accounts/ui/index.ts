import { defineUiContribution, showWhenNeeded } from '#ui';

/** What the plugin adds to the UI: the dialog in place of a refused duplicate. */
export const accountsUi = defineUiContribution({
  plugin: 'accounts',
  dialogs: { duplicate_account_detected: showWhenNeeded(async () => (await import('./dialogs/duplicate-dialog.tsx')).AccountDuplicates) },
  saveTexts: { accounts: 'Checking for duplicate accounts' },
});
