import type { PluginRouteContext } from '#engine';
import { readChart, readReport, type StoredChart, type StoredReport } from '../../shared/stored-report.ts';

/** What stored reports are read with. */
type LoadContext = Pick<PluginRouteContext, 'records' | 'actor' | 'refuse'>;

/** A stored report that the reader may see. Errors: `record_not_found`, `module_access_denied`. */
export async function loadReport({ records, actor }: LoadContext, id: string): Promise<StoredReport> {
  return readReport(await records.get(actor, { module: 'reports', id }));
}

/** A stored chart and its report, both of which the reader may see. Errors: `chart_without_report`, those of `loadReport`. */
export async function loadChart(context: LoadContext, id: string): Promise<{ readonly report: StoredReport; readonly chart: StoredChart }> {
  const { records, actor, refuse } = context;
  const chart = readChart(await records.get(actor, { module: 'reportCharts', id }));
  if (chart.report === '') refuse('chart_without_report');
  return { report: await loadReport(context, chart.report), chart };
}
