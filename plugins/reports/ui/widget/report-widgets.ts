import { createLazySlot, findModule, type DashboardWidget } from '#ui';
import { tReports } from '../texts.ts';

/** The widgets of reports. */
export const createReportWidgets = (): readonly DashboardWidget[] => [
  {
    key: 'chart',
    label: tReports('widget'),
    help: tReports('widgetHelp'),
    icon: 'chart-column',
    size: { width: 6, height: 8 },
    smallest: { width: 3, height: 5 },
    isOffered: (shell) => findModule(shell, 'reports') !== undefined,
    options: () => ({
      type: 'object',
      properties: {
        chart: {
          type: 'string',
          format: 'record',
          'x-module': 'reportCharts',
          title: tReports('chart'),
          description: tReports('widgetChartHelp'),
        },
        report: { type: 'string', format: 'record', 'x-module': 'reports', title: tReports('widgetReport') },
      },
    }),
    component: createLazySlot(async () => (await import('./chart-widget.tsx')).ChartWidget, 'place'),
  },
];
