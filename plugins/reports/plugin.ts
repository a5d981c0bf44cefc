import { definePlugin } from '#engine';
import { moveCharts } from './server/hooks/in-transaction.chart-owners.ts';
import { checkChartOwner } from './server/hooks/pre-save.chart-owner.ts';
import { checkChart } from './server/hooks/pre-save.chart.ts';
import { checkReport } from './server/hooks/pre-save.report.ts';
import { checkSchedule } from './server/hooks/pre-save.schedule.ts';
import { checkSharing } from './server/hooks/pre-save.sharing.ts';
import { sendDueReports } from './server/jobs/send-due-reports.ts';
import { takeSnapshots } from './server/jobs/take-snapshots.ts';
import { SEND_REPORT } from './server/jobs/send-report.ts';
import { migrateFilters } from './server/migrate-filters.ts';
import { migrateOwners } from './server/migrate-owners.ts';
import { DOWNLOADS, handleChartExport, handleReportExport } from './server/routes/export-report.ts';
import { handleChartData, handleEstimate, handlePreview, handleReportData, handleSources } from './server/routes/report-data.ts';
import {
  CHART_DATA,
  CHART_EXPORT,
  ESTIMATE,
  PREVIEW_DATA,
  REPORT_DATA,
  REPORT_EXPORT,
  SOURCES,
  TREND,
} from './server/routes/route-schemas.ts';
import { handleTrend } from './server/routes/trend.ts';

/** Reports and their charts: what they show to each reader, files of it, and what may be saved. */
export const reportsPlugin = definePlugin({
  name: 'reports',
  version: '1.0.0',
  engine: '^0.1.0',
  settings: {
    report_snapshot_days: {
      type: 'integer',
      minimum: 30,
      maximum: 3_650,
      title: 'Days for which report snapshots are stored',
      description: 'Figures of reports that are stored daily are deleted after this number of days.',
      default: 732,
    },
  },
  hooks: {
    preSave: [
      { module: 'reports', name: 'parts', run: checkReport },
      { module: 'reports', name: 'sharing', run: checkSharing },
      { module: 'reportCharts', name: 'parts', run: checkChart },
      { module: 'reportCharts', name: 'owner', run: checkChartOwner },
      { module: 'reportSchedules', name: 'times', run: checkSchedule },
    ],
    inTransaction: [{ module: 'reports', name: 'owner of charts', run: moveCharts }],
  },
  routes: [
    { method: 'GET', path: '/api/reports/sources', handle: handleSources, ...SOURCES },
    { method: 'POST', path: '/api/reports/preview', readOnly: true, handle: handlePreview, ...PREVIEW_DATA },
    { method: 'POST', path: '/api/reports/estimate', readOnly: true, handle: handleEstimate, ...ESTIMATE },
    { method: 'POST', path: '/api/reports/:id/data', readOnly: true, handle: handleReportData, ...REPORT_DATA },
    { method: 'GET', path: '/api/reports/:id/trend', handle: handleTrend, ...TREND },
    { method: 'GET', path: '/api/reports/:id/export', downloads: DOWNLOADS, handle: handleReportExport, ...REPORT_EXPORT },
    { method: 'POST', path: '/api/report-charts/:id/data', readOnly: true, handle: handleChartData, ...CHART_DATA },
    { method: 'GET', path: '/api/report-charts/:id/export', downloads: DOWNLOADS, handle: handleChartExport, ...CHART_EXPORT },
  ],
  migrations: [
    { number: 1, name: 'conditions as filters', run: migrateFilters },
    { number: 2, name: 'owners of reports and charts', run: migrateOwners },
  ],
  jobs: [
    { name: 'send-due-reports', schedule: '* * * * *', deadline: 240_000, run: sendDueReports },
    SEND_REPORT,
    { name: 'take-snapshots', schedule: '20 * * * *', deadline: 1_800_000, run: takeSnapshots },
  ],
  notifications: [
    {
      name: 'report_not_sent',
      label: 'Reports that could not be sent',
      icon: 'mail',
      text: '{what} could not be sent to all its recipients',
    },
  ],
  errors: {
    report_schedule_invalid: { status: 422, isPublic: true, text: 'The report cannot be sent like this.' },
    report_schedule_not_own: {
      status: 403,
      isPublic: true,
      text: 'A schedule belongs to who makes it. Only System Admins change those of others.',
    },
    report_source_refused: { status: 422, isPublic: true, text: 'Reports cannot use this module.' },
    report_part_unusable: { status: 422, isPublic: true, text: 'A part of the report cannot be used.' },
    chart_groups_wrong: { status: 422, isPublic: true, text: 'The chart needs another number of groups.' },
    report_not_shareable: { status: 422, isPublic: true, text: 'You can share a report only with roles that you have.' },
    report_not_own: { status: 403, isPublic: true, text: 'Only the owner of a report adds charts to it.' },
    chart_without_report: { status: 422, isPublic: true, text: 'The chart has no report.' },
  },
  reads: [
    'reports.*',
    'reportCharts.*',
    'reportSchedules.*',
    'reportSnapshots.*',
    'users.roles',
    'users.active',
    'users.email',
    'users.deleted',
  ],
  writes: [
    'reports.filters',
    'reports.search_terms',
    'reports.assigned_to',
    'reports.shared',
    'reportCharts.assigned_to',
    'reportSchedules.*',
    'reportSnapshots.*',
  ],
});
