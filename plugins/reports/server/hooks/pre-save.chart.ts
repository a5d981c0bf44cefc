import { describeWrongGroups, isChartType } from '../../shared/chart-groups.ts';
import { readChart, readReport, type StoredChart, type StoredFigure, type StoredReport } from '../../shared/stored-report.ts';
import { checkFigures, checkGroups, findSource, refuseProblems, type CheckContext, type Problem } from './check-parts.ts';

const PARTS = ['report', 'chart_type', 'dataGroupBy', 'dataValueType', 'dataValueField'];

/** A chart without anything. */
const EMPTY = readChart({});

/** Checks the parts of a chart that a save changes: its number of groups, and its fields. What it had before may stay, as in reports. */
export async function checkChart(context: CheckContext): Promise<void> {
  const { event, draft, actor, unit } = context;
  if (actor.kind === 'system' || (event.kind !== 'create' && event.kind !== 'update') || !event.isEdit()) return;
  const changed = event.changed();
  if (event.kind === 'update' && !PARTS.some((part) => changed.has(part))) return;
  const chart = readChart(draft);
  const stored = event.before === undefined ? EMPTY : readChart(event.before);
  const record = chart.report === '' ? undefined : await unit.get('reports', chart.report);
  const report = record === undefined ? undefined : readReport(record);
  refuseProblems(context, 'chart_groups_wrong', checkGroupCount(chart, report));
  if (report === undefined || report.module === '') return;
  const source = await findSource(context, report.module, 'report');
  const before = stored.report === chart.report ? stored : EMPTY;
  refuseProblems(context, 'report_part_unusable', [
    ...checkGroups(source, 'dataGroupBy', chart.groups.names, before.groups.names),
    ...checkFigures(source, 'dataValueField', listFigures(chart), listFigures(before)),
  ]);
}

function listFigures({ figure }: StoredChart): readonly StoredFigure[] {
  return figure === undefined ? [] : [figure];
}

/** A chart has as many groups as its type draws; of those of its report it draws the first ones. */
function checkGroupCount({ type, groups }: StoredChart, report: StoredReport | undefined): readonly Problem[] {
  if (!isChartType(type)) return [];
  const own = groups.names.length;
  if (own > 0) return toProblem(describeWrongGroups(type, own));
  const inherited = report?.groups.names.length ?? 0;
  return inherited > 1 ? [] : toProblem(describeWrongGroups(type, inherited));
}

function toProblem(message: string | undefined): readonly Problem[] {
  return message === undefined ? [] : [{ field: 'dataGroupBy', message }];
}
