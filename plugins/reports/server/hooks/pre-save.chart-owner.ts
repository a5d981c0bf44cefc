import type { PreSaveContext } from '#engine';
import { readOwner } from '../../shared/sharing.ts';
import { readChart } from '../../shared/stored-report.ts';

/** A chart belongs to the owner of its report, and only those who may change the report add charts to it. */
export async function checkChartOwner(context: PreSaveContext<'reportCharts'>): Promise<void> {
  const { event, draft, actor, rights, unit } = context;
  const { userId } = actor;
  if (event.isBulkLoad || userId === undefined || userId === null) return;
  if (event.kind !== 'create' && event.kind !== 'update') return;
  if (event.kind === 'update' && !event.changed().has('report')) return;
  const { report: id } = readChart(draft);
  const report = id === '' ? undefined : await unit.get('reports', id);
  if (report === undefined) {
    if (readOwner(draft) === '') draft.assigned_to = userId;
    return;
  }
  if (!rights.unrestricted && rights.module('reports').edit !== 'All' && !rights.owns(report)) context.refuse('report_not_own');
  draft.assigned_to = readOwner(report) === '' ? userId : readOwner(report);
}
