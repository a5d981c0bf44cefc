import { defineUiContribution, createLazySlot } from '#ui';
import { checkPlacementRequirement } from './placement-requirement.ts';

/** What the plugin adds to the UI: the dialog in place of a refused duplicate, and what placement opps asks for. */
export const leadsUi = defineUiContribution({
  plugin: 'leads',
  dialogs: { duplicate_detected: createLazySlot(async () => (await import('./dialogs/duplicate-dialog.tsx')).LeadDuplicates) },
  transitionRequirements: { 'leads.lead_status': checkPlacementRequirement },
  savingMessages: { leads: 'Checking for duplicate leads' },
});
