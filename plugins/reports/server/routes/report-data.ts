import { withWarnings, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import type { DataOptions, PreviewInput } from '../../shared/contract.ts';
import { readChart, readReport } from '../../shared/stored-report.ts';
import { loadChart, loadReport } from '../figures/load-report.ts';
import { estimateData, readData, type DataRequest } from '../figures/read-data.ts';

/** `POST /api/reports/{id}/data`: the figures or records of a report, as the reader may see them. */
export async function handleReportData(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const report = await loadReport(context, idIn(context));
  return sendData(context, { report, chart: undefined, options: readOptions(context.body) });
}

/** `POST /api/report-charts/{id}/data`: the figures of a chart. */
export async function handleChartData(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return sendData(context, { ...(await loadChart(context, idIn(context))), options: readOptions(context.body) });
}

/** `POST /api/reports/preview`: the same for a report, and a chart of it, before they are saved. */
export function handlePreview(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return sendData(context, readPreview(context));
}

/** `POST /api/reports/estimate`: what computing it costs, without doing it. */
export async function handleEstimate(context: PluginRouteContext): Promise<PluginRouteResponse> {
  return { body: { ...(await estimateData(context, readPreview(context))) } };
}

/** `GET /api/reports/sources`: the modules that the reader may report on. */
export async function handleSources(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const data = await context.reports.sources(context.actor);
  return { body: { data: data.map(({ name, label }) => ({ name, label })), total: data.length } };
}

async function sendData(context: PluginRouteContext, request: DataRequest): Promise<PluginRouteResponse> {
  const { data, warnings } = await readData(context, request);
  return { body: withWarnings({ ...data }, warnings) as unknown as PluginRouteResponse['body'] };
}

/** Only those who may use reports try them out. */
function readPreview({ body, rights, refuse }: PluginRouteContext): DataRequest {
  if (!rights.module('reports').access) refuse('module_access_denied', { message: 'You have no access to reports.' });
  const { report, chart, ...options } = body as unknown as PreviewInput;
  return { report: readReport(report), chart: chart === undefined ? undefined : readChart(chart), options };
}

function readOptions(body: PluginRouteContext['body']): DataOptions {
  return (body ?? {}) as unknown as DataOptions;
}

/** The id in the path. */
export function idIn({ parameters }: PluginRouteContext): string {
  return parameters['id'] ?? '';
}
