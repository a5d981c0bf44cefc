import { createLazySlot, defineUiContribution } from '#ui';

const page = () => import('./report-page.tsx');

/** The plugin's UI contributions: the builder and the results of reports and charts in place of their fields and of the form of a new one. */
export const reportsUi = defineUiContribution({
  plugin: 'reports',
  recordBodies: {
    reports: createLazySlot(async () => (await page()).ReportPage, 'place'),
    reportCharts: createLazySlot(async () => (await import('./chart-page.tsx')).ChartPage, 'place'),
  },
  widgets: async () => (await import('./widget/report-widgets.ts')).createReportWidgets(),
  newRecordBodies: { reports: createLazySlot(async () => (await page()).NewReport, 'place') },
});
