import { createLazySlot, defineUiContribution } from '#ui';

/** The plugin's UI contribution: the result of a report in place of its fields. */
export const reportsUi = defineUiContribution({
  plugin: 'reports',
  recordBodies: {
    reports: createLazySlot(async () => (await import('./report-result.tsx')).ReportResult, 'place'),
  },
});
