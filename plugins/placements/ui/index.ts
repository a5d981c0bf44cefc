import { defineUiContribution, findField, createLazySlot } from '#ui';

const dialogs = () => import('./lazy-dialogs.ts');

/** The plugin's UI contributions: the action that confirms a planned start, and the dialog for a missing planned start. */
export const placementsUi = defineUiContribution({
  plugin: 'placements',
  dialogs: { planned_start_required: createLazySlot(async () => (await dialogs()).PlannedStartDialog) },
  recordActions: [
    {
      id: 'confirm-start',
      label: 'Confirm start',
      icon: 'calendar',
      modules: ['placements'],
      // An unconfirmed start, and a user who can confirm it on some placement. The server checks the rights.
      isShown: ({ module, record }) =>
        record['deleted'] !== true &&
        (record['confirmed_start_date'] ?? null) === null &&
        module.rights.edit !== 'None' &&
        (findField(module, 'confirmed_start_date')?.rights.write ?? 'none') !== 'none',
      component: createLazySlot(async () => (await dialogs()).ConfirmStart),
    },
  ],
});
