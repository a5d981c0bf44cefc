import { defineUiContribution, findField, createLazySlot, type RecordAction } from '#ui';

/** A start that is not confirmed yet, for those who may confirm it on some placement. The server decides. */
const canConfirm: RecordAction['isShown'] = ({ module, record }) =>
  record['deleted'] !== true && (record['confirmed_start_date'] ?? null) === null && module.rights.edit !== 'None' && (findField(module, 'confirmed_start_date')?.rights.write ?? 'none') !== 'none';

/** What the plugin adds to the UI: the confirmation of a planned start, and the dialog that asks for the plan. */
export const placementsUi = defineUiContribution({
  plugin: 'placements',
  dialogs: { planned_start_required: createLazySlot(async () => (await import('./lazy-dialogs.ts')).PlannedStartDialog) },
  recordActions: [{
    id: 'confirm-start', label: 'Confirm start', icon: 'calendar', modules: ['placements'], isShown: canConfirm,
    component: createLazySlot(async () => (await import('./lazy-dialogs.ts')).ConfirmStart),
  }],
});
