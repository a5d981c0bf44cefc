import { joinFilters, type FiguresInput, type ReportField, type ReportSource } from '#engine';
import { CHART_TYPES, type ChartView, type JsonObject, type SortDefinition } from '#engine/model';
import { describeWrongGroups, isChartType } from '../../shared/chart-groups.ts';
import type { DataOptions } from '../../shared/contract.ts';
import type { StoredChart, StoredGroups, StoredReport } from '../../shared/stored-report.ts';
import {
  describeColumnProblem,
  describeConditionProblem,
  describeOrderProblem,
  leaveOut,
  resolveFigures,
  resolveGroups,
  type Measure,
  type Step,
} from './resolve-parts.ts';

/** Groups at most, and with a second step or the group of others. */
export const MAX_GROUPS = 1000;
export const MAX_SPLIT_GROUPS = 100;
/** Records at most of a list on a page; a file has all. */
const MAX_ROWS = 1000;

/** A report or chart as one reader can have it. */
export interface ResolvedReport {
  readonly source: ReportSource;
  /** The records that it counts or lists, with what the reader chose. */
  readonly filter: JsonObject;
  /** Undefined: it lists records. */
  readonly figures: ResolvedFigures | undefined;
  readonly list: ResolvedList;
  readonly chart: ChartView | null;
  /** What is left out, in words. */
  readonly problems: readonly string[];
}

/** The figures of a report. */
export interface ResolvedFigures {
  readonly by: readonly Step[];
  readonly measures: readonly Measure[];
  readonly sort: FiguresInput['sort'];
  readonly limit: number | undefined;
  readonly others: boolean;
}

/** The list of a report without groups and figures. */
interface ResolvedList {
  readonly columns: readonly ReportField[];
  readonly sort: readonly SortDefinition[];
  /** On a page. */
  readonly limit: number | undefined;
}

/** Resolves a report, with one of its charts or without. What the reader cannot use is left out, and is a problem. */
export function resolveReport(
  source: ReportSource,
  report: StoredReport,
  chart: StoredChart | undefined,
  options: DataOptions,
): ResolvedReport {
  const problems = new Set<string>();
  const { filter, omitted } = source.filter(report.filter);
  for (const one of omitted) problems.add(leaveOut('A condition', describeConditionProblem(source, one)));
  // A report that had groups which are gone is no list: it has the total.
  const isList = chart === undefined && report.groups.names.length === 0 && report.figures.length === 0;
  const figures = isList ? undefined : resolveAllFigures(source, report, chart, problems);
  const list = isList ? resolveList(source, report, problems) : { columns: [], sort: [], limit: undefined };
  return {
    source,
    filter: joinFilters([filter, ...limitToChoice(source, figures, options, problems)]),
    figures,
    list,
    chart: chart === undefined ? null : resolveChart(chart, figures?.by.length ?? 0, problems),
    problems: [...problems],
  };
}

function resolveAllFigures(
  source: ReportSource,
  report: StoredReport,
  chart: StoredChart | undefined,
  problems: Set<string>,
): ResolvedFigures {
  const by = resolveGroups(source, chooseGroups(report, chart), problems);
  const measures = resolveFigures(source, chart?.figure === undefined ? report.figures : [chart.figure], problems);
  const most = by.length === 2 || report.showsOthers ? MAX_SPLIT_GROUPS : MAX_GROUPS;
  // Periods are in order of time: without a limit of its own, a report has all of them.
  const limit = chart?.limit ?? report.limit ?? (by[0]?.unit === undefined ? undefined : most);
  return {
    by,
    measures,
    sort: resolveSort(source, report, by, measures),
    limit: limit === undefined ? undefined : Math.max(1, Math.min(Math.floor(limit), most)),
    others: report.showsOthers && by.length > 0,
  };
}

/** The groups of a chart, or as many of those of its report as it can draw. */
function chooseGroups(report: StoredReport, chart: StoredChart | undefined): StoredGroups {
  if (chart === undefined) return report.groups;
  const names = chart.groups.names.length > 0 ? chart.groups.names : report.groups.names;
  const most = isChartType(chart.type) ? CHART_TYPES[chart.type].most : 2;
  const own = chart.groups.units;
  const inherited = chart.groups.names.length > 0 ? [undefined, undefined] : report.groups.units;
  return { names: names.slice(0, most), units: [own[0] ?? inherited[0], own[1] ?? inherited[1]] };
}

/** The order of the groups: by a figure, or by the groups themselves; undefined: the usual one. */
function resolveSort(
  source: ReportSource,
  { sortField, isDescending: descending }: StoredReport,
  by: readonly Step[],
  measures: readonly Measure[],
): FiguresInput['sort'] {
  if (sortField === '' || by.length === 0) return undefined;
  if (measures.some(({ name }) => name === sortField)) return { measure: sortField, descending };
  return source.field(sortField)?.name === by[0]?.field ? { step: 0, descending } : undefined;
}

function resolveList(source: ReportSource, report: StoredReport, problems: Set<string>): ResolvedList {
  const columns: ReportField[] = [];
  for (const name of report.columns) {
    const field = source.field(name);
    const problem = describeColumnProblem(field);
    if (problem !== undefined) problems.add(leaveOut('A column', problem));
    if (field !== undefined && !columns.some((one) => one.name === field.name)) columns.push(field);
  }
  const named = source.field(source.nameField);
  return {
    columns: columns.length === 0 && named !== undefined ? [named] : columns,
    sort: resolveOrder(source, report, problems),
    limit: report.limit === undefined ? undefined : Math.min(report.limit, MAX_ROWS),
  };
}

function resolveOrder(source: ReportSource, { sortField, isDescending }: StoredReport, problems: Set<string>): readonly SortDefinition[] {
  if (sortField === '') return [];
  const field = source.field(sortField);
  const problem = describeOrderProblem(field);
  if (problem !== undefined) problems.add(leaveOut('The order', problem));
  return field === undefined || problem !== undefined ? [] : [{ sortField: field.name, sortOrder: isDescending ? 'desc' : 'asc' }];
}

/** The chart, if it has as many groups as it needs. */
function resolveChart({ name, type, look }: StoredChart, groups: number, problems: Set<string>): ChartView | null {
  if (!isChartType(type)) {
    problems.add('The type of the chart no longer exists.');
    return null;
  }
  const problem = describeWrongGroups(type, groups);
  if (problem === undefined) return { name, type, ...look };
  problems.add(problem);
  return null;
}

/** Limits the records to the dates and teams that the reader chose. */
function limitToChoice(
  source: ReportSource,
  figures: ResolvedFigures | undefined,
  { dateRange, teams = [] }: DataOptions,
  problems: Set<string>,
): readonly JsonObject[] {
  const terms: JsonObject[] = [];
  if (dateRange?.from !== undefined || dateRange?.to !== undefined) {
    const { from, to } = dateRange;
    const name = dateRange.field ?? figures?.by.find(({ unit }) => unit !== undefined)?.field ?? 'createdAt';
    const range = { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lte: to }) };
    terms.push({ [source.field(name)?.name ?? name]: { range } });
  }
  if (teams.length === 0) return terms;
  if (source.hasTeams) terms.push({ teams: { in: [...teams] } });
  else problems.add(`${source.label} belong to no teams, so that the choice of teams does not limit them.`);
  return terms;
}
