import { defineUiContribution, showWhenNeeded } from '#ui';
import { askForPlacement } from './ask-for-placement.ts';

/** What the plugin adds to the UI: the dialog in place of a refused duplicate, and what placement opps asks for. */
export const leadsUi = defineUiContribution({
  plugin: 'leads',
  dialogs: { duplicate_detected: showWhenNeeded(async () => (await import('./dialogs/duplicate-dialog.tsx')).LeadDuplicates) },
  gates: { 'leads.lead_status': askForPlacement },
  saveTexts: { leads: 'Checking for duplicate leads' },
});
