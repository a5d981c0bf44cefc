import type { ReportSource } from '#engine';
import { describeWrongGroups, isChartType } from '../../shared/chart-groups.ts';
import { readChart, readReport, type StoredReport } from '../../shared/stored-report.ts';
import { describeColumnProblem, describeConditionProblem, describeOrderProblem, MAX_FIGURES } from '../figures/resolve-parts.ts';
import { MAX_GROUPS, MAX_SPLIT_GROUPS } from '../figures/resolve-report.ts';
import { checkFigures, checkGroups, findSource, refuseProblems, toProblems, type CheckContext, type Problem } from './check-parts.ts';

const PARTS = ['related_module', 'columns', 'search_terms', 'group_by', 'aggregates', 'sort_field', 'row_limit', 'show_others'];

/** A report without anything. */
const EMPTY = readReport({});

/**
 * Checks the parts of a report that a save changes. What it had before may stay, also if the user could not add it: they may not see a
 * field that its author sees, or a field may be gone. What the product itself saves is trusted.
 */
export async function checkReport(context: CheckContext): Promise<void> {
  const { event, draft, actor } = context;
  if (actor.kind === 'system' || (event.kind !== 'create' && event.kind !== 'update') || !event.isEdit()) return;
  const changed = event.changed();
  if (event.kind === 'update' && !PARTS.some((part) => changed.has(part))) return;
  const report = readReport(draft);
  const stored = event.before === undefined ? EMPTY : readReport(event.before);
  if (report.module === '') return;
  const source = await findSource(context, report.module, 'related_module');
  // Another module has other fields: nothing was there before.
  const before = stored.module === report.module ? stored : EMPTY;
  refuseProblems(context, 'report_part_unusable', [
    ...checkGroups(source, 'group_by', report.groups.names, before.groups.names),
    ...checkFigures(source, 'aggregates', report.figures, before.figures),
    ...checkColumns(source, report, before),
    ...checkOrder(source, report, before),
    ...checkFilter(source, report, before),
    ...checkNumbers(report),
  ]);
  if (event.before !== undefined && changed.has('group_by')) await checkCharts(context, report);
}

function checkColumns(source: ReportSource, { columns }: StoredReport, before: StoredReport): readonly Problem[] {
  const added = columns.filter((name) => !before.columns.includes(name));
  return added.flatMap((name) => toProblems('columns', describeColumnProblem(source.field(name))));
}

/** A figure may have the name that it is sorted by; only a list needs a field that it can be sorted by. */
function checkOrder(source: ReportSource, report: StoredReport, before: StoredReport): readonly Problem[] {
  const { sortField, groups, figures } = report;
  const isList = groups.names.length === 0 && figures.length === 0;
  if (!isList || sortField === '' || sortField === before.sortField) return [];
  return toProblems('sort_field', describeOrderProblem(source.field(sortField)));
}

function checkFilter(source: ReportSource, { filter }: StoredReport, before: StoredReport): readonly Problem[] {
  const known = new Set(source.filter(before.filter).omitted.map(({ field }) => field));
  const omitted = source.filter(filter).omitted.filter(({ field }) => !known.has(field));
  return omitted.flatMap((one) => toProblems('search_terms', describeConditionProblem(source, one)));
}

/** How many groups and figures there may be. */
function checkNumbers({ groups, figures, limit, showsOthers }: StoredReport): readonly Problem[] {
  const problems: Problem[] = [];
  if (groups.names.length > 2) problems.push({ field: 'group_by', message: 'A report groups by at most two fields.' });
  if (figures.length > MAX_FIGURES) problems.push({ field: 'aggregates', message: `A report has at most ${MAX_FIGURES} figures.` });
  if (figures.filter(({ kind }) => kind === 'distinct').length > 1)
    problems.push({ field: 'aggregates', message: 'Only one figure can count different values.' });
  const isSplit = groups.names.length === 2 || (showsOthers && groups.names.length > 0);
  const most = isSplit ? MAX_SPLIT_GROUPS : MAX_GROUPS;
  if (groups.names.length > 0 && limit !== undefined && limit > most)
    problems.push({
      field: 'row_limit',
      message: `At most ${most.toLocaleString('en-US')} groups${isSplit ? ' can be split or have others' : ''}.`,
    });
  return problems;
}

/** The charts that have no groups of their own still have as many as they need. */
async function checkCharts(context: CheckContext, { groups: { names } }: StoredReport): Promise<void> {
  const charts = (await context.unit.find('reportCharts', { report: context.event.id })).map((record) => readChart(record));
  for (const { name, type, groups } of charts) {
    if (groups.names.length > 0 || !isChartType(type)) continue;
    const problem = names.length === 0 || names.length === 1 ? describeWrongGroups(type, names.length) : undefined;
    if (problem === undefined) continue;
    refuseProblems(context, 'chart_groups_wrong', [{ field: 'group_by', message: `The chart ${name} uses these groups. ${problem}` }]);
  }
}
