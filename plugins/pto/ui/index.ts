import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contributions: a request shows what its approval means instead of the name of the balance. */
export const ptoUi = defineUiContribution({
  plugin: 'pto',
  cells: { 'ptoRequests.ptoBalance_ptoRequests': createLazySlot(async () => (await import('./decision-cell.tsx')).DecisionCell) },
});
