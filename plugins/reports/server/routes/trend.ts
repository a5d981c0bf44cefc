import type { PluginRouteContext, PluginRouteResponse } from '#engine';
import { addDays, today } from '#engine/model';
import type { TrendResponse } from '../../shared/contract.ts';
import { readReport } from '../../shared/stored-report.ts';
import { MOST_DAYS, readTrend } from '../figures/read-trend.ts';
import { openSnapshotSource } from '../figures/take-snapshot.ts';
import { idIn } from './report-data.ts';

/** Days before today, without a choice. */
const DEFAULT_DAYS = 90;
const DAYS = /^\d{1,3}$/;

/** `GET /api/reports/{id}/trend`: the figures that the report had on each day, of the days whose figures the reader may see. */
export async function handleTrend(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { records, actor, query } = context;
  const id = idIn(context);
  const record = await records.get(actor, { module: 'reports', id });
  const { from, to } = readDays(context);
  const source = await openSnapshotSource(context, readReport(record));
  const body = await readTrend(context, {
    report: id,
    from,
    to,
    measure: query['measure'],
    isSplit: query['split'] === 'true',
    source,
  });
  const response: TrendResponse = { ...body, isStored: record['daily_snapshots'] === true };
  return { body: response as unknown as PluginRouteResponse['body'] };
}

/** The first day and today. */
function readDays(context: PluginRouteContext): { readonly from: string; readonly to: string } {
  const { query, refuse } = context;
  const { days = String(DEFAULT_DAYS) } = query;
  if (!DAYS.test(days) || Number(days) >= MOST_DAYS)
    refuse('parameter_invalid', {
      details: [{ field: 'days', code: 'parameter_invalid', message: `Expected a number of days below ${MOST_DAYS}.` }],
    });
  const to = today(context);
  return { from: addDays(to, -Number(days)), to };
}
