import { defineUiContribution, createLazySlot } from '#ui';
import { checkPlacementRequirement } from './placement-requirement.ts';

/**
 * The plugin's UI contributions: the dialog that is shown if a save is rejected because of a duplicate, and the
 * requirement of placement opps.
 */
export const leadsUi = defineUiContribution({
  plugin: 'leads',
  dialogs: { duplicate_detected: createLazySlot(async () => (await import('./dialogs/duplicate-dialog.tsx')).LeadDuplicates) },
  transitionRequirements: { 'leads.lead_status': checkPlacementRequirement },
  savingMessages: { leads: 'Checking for duplicate leads' },
});
