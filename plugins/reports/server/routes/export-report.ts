import type { PluginDownload, PluginRouteContext } from '#engine';
import type { DataOptions } from '../../shared/contract.ts';
import { loadChart, loadReport } from '../figures/load-report.ts';
import { openReport, readFigures, toListInput, type DataRequest } from '../figures/read-data.ts';
import { idIn } from './report-data.ts';

const FORMATS = ['csv', 'xlsx'] as const;
const PARAMETERS: readonly string[] = ['format', 'from', 'to', 'dateField', 'teams'];
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Content types of the files. */
export const DOWNLOADS: readonly string[] = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

/** `GET /api/reports/{id}/export?format=csv|xlsx`: the figures as a table, or all records of a list. */
export async function handleReportExport(context: PluginRouteContext): Promise<PluginDownload> {
  const report = await loadReport(context, idIn(context));
  return exportData(context, { report, chart: undefined, options: readOptions(context) });
}

/** `GET /api/report-charts/{id}/export?format=csv|xlsx`: the figures of a chart. */
export async function handleChartExport(context: PluginRouteContext): Promise<PluginDownload> {
  return exportData(context, { ...(await loadChart(context, idIn(context))), options: readOptions(context) });
}

async function exportData(context: PluginRouteContext, request: DataRequest): Promise<PluginDownload> {
  const { reports, actor } = context;
  const format = readFormat(context);
  const resolved = await openReport(context, request);
  const title = (request.chart?.name ?? request.report.name) || resolved.source.label;
  if (resolved.figures === undefined)
    return reports.exportList(actor, { ...toListInput(resolved), limit: request.report.limit, title, format });
  const { figures } = await readFigures(context, resolved, resolved.figures);
  return reports.exportFigures(actor, { module: resolved.source.name, filter: resolved.filter, figures, title, format });
}

function readFormat({ query, refuse }: PluginRouteContext): (typeof FORMATS)[number] {
  const unknown = Object.keys(query).find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) refuseParameter(refuse, unknown, 'There is no such parameter.');
  const { format = 'csv' } = query;
  return FORMATS.find((one) => one === format) ?? refuseParameter(refuse, 'format', 'Expected csv or xlsx.');
}

/** `from`, `to`, `dateField` and `teams`, a list with commas: what the reader chose, as in the body of the data. */
function readOptions({ query, refuse }: PluginRouteContext): DataOptions {
  const { from, to, dateField, teams } = query;
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== undefined && !DAY.test(day)) refuseParameter(refuse, name, 'Expected a day as YYYY-MM-DD.');
  return {
    dateRange: {
      ...(dateField === undefined ? {} : { field: dateField }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
    teams: teams === undefined || teams === '' ? [] : teams.split(','),
  };
}

function refuseParameter(refuse: PluginRouteContext['refuse'], field: string, message: string): never {
  return refuse('parameter_invalid', { details: [{ field, code: 'parameter_invalid', message }] });
}
