import { definePlugin } from '#engine';
import { checkChart } from './server/hooks/pre-save.chart.ts';
import { checkReport } from './server/hooks/pre-save.report.ts';
import { migrateFilters } from './server/migrate-filters.ts';
import { DOWNLOADS, handleChartExport, handleReportExport } from './server/routes/export-report.ts';
import { handleChartData, handleEstimate, handlePreview, handleReportData, handleSources } from './server/routes/report-data.ts';
import { CHART_DATA, CHART_EXPORT, ESTIMATE, PREVIEW_DATA, REPORT_DATA, REPORT_EXPORT, SOURCES } from './server/routes/route-schemas.ts';

/** Reports and their charts: what they show to each reader, files of it, and what may be saved. */
export const reportsPlugin = definePlugin({
  name: 'reports',
  version: '1.0.0',
  engine: '^0.1.0',
  hooks: {
    preSave: [
      { module: 'reports', name: 'parts', run: checkReport },
      { module: 'reportCharts', name: 'parts', run: checkChart },
    ],
  },
  routes: [
    { method: 'GET', path: '/api/reports/sources', handle: handleSources, ...SOURCES },
    { method: 'POST', path: '/api/reports/preview', readOnly: true, handle: handlePreview, ...PREVIEW_DATA },
    { method: 'POST', path: '/api/reports/estimate', readOnly: true, handle: handleEstimate, ...ESTIMATE },
    { method: 'POST', path: '/api/reports/:id/data', readOnly: true, handle: handleReportData, ...REPORT_DATA },
    { method: 'GET', path: '/api/reports/:id/export', downloads: DOWNLOADS, handle: handleReportExport, ...REPORT_EXPORT },
    { method: 'POST', path: '/api/report-charts/:id/data', readOnly: true, handle: handleChartData, ...CHART_DATA },
    { method: 'GET', path: '/api/report-charts/:id/export', downloads: DOWNLOADS, handle: handleChartExport, ...CHART_EXPORT },
  ],
  migrations: [{ number: 1, name: 'conditions as filters', run: migrateFilters }],
  errors: {
    report_source_refused: { status: 422, isPublic: true, text: 'Reports cannot use this module.' },
    report_part_unusable: { status: 422, isPublic: true, text: 'A part of the report cannot be used.' },
    chart_groups_wrong: { status: 422, isPublic: true, text: 'The chart needs another number of groups.' },
    chart_without_report: { status: 422, isPublic: true, text: 'The chart has no report.' },
  },
  reads: ['reports.*', 'reportCharts.*'],
  writes: ['reports.filters', 'reports.search_terms'],
});
