import type { FiguresInput, OperationWarning, PluginRouteContext } from '#engine';
import type { FigureData } from '#engine/model';
import type { DataOptions, ReportColumn, ReportData, ReportEstimate } from '../../shared/contract.ts';
import type { StoredChart, StoredReport } from '../../shared/stored-report.ts';
import { listFigureRows } from '../../shared/figure-rows.ts';
import type { Measure } from './resolve-parts.ts';
import { resolveReport, type ResolvedFigures, type ResolvedReport } from './resolve-report.ts';

/** What data are read with. */
type DataContext = Pick<PluginRouteContext, 'reports' | 'actor' | 'clock' | 'refuse'>;

/** A report, with one of its charts or without, and what the reader chose. */
export interface DataRequest {
  readonly report: StoredReport;
  readonly chart: StoredChart | undefined;
  readonly options: DataOptions;
}

/** A measure of its own with the number of records, which every report shows. */
const RECORDS = 'record_count';

/** What the reader can have of a report. Errors: `report_source_refused`, those of its source. */
export async function openReport(
  { reports, actor, refuse }: DataContext,
  { report, chart, options }: DataRequest,
): Promise<ResolvedReport> {
  const source = await reports.source(actor, report.module);
  if (!source.isAllowed) refuse('report_source_refused');
  assertDateField(refuse, source.field(options.dateRange?.field ?? 'createdAt')?.date, options);
  return resolveReport(source, report, chart, options);
}

function assertDateField(refuse: DataContext['refuse'], date: string | undefined, { dateRange }: DataOptions): void {
  if (dateRange?.field === undefined || date !== undefined) return;
  const details = [{ field: 'dateRange.field', code: 'no_date', message: 'There is no date of this name.' }];
  refuse('parameter_invalid', { details });
}

/** The figures or records of a report. */
export async function readData(
  context: DataContext,
  request: DataRequest,
): Promise<{ readonly data: ReportData; readonly warnings: readonly OperationWarning[] }> {
  const resolved = await openReport(context, request);
  const { source, filter, chart, problems } = resolved;
  const common = {
    ...{ module: source.name, filter, chart, problems, asOf: new Date(context.clock.now()).toISOString() },
    dependsOn: source.dependsOn({ filter, groups: resolved.figures?.by.map(({ field }) => field) ?? [] }),
  };
  if (resolved.figures === undefined) {
    const { rows, total, warnings } = await context.reports.list(context.actor, toListInput(resolved));
    const columns = resolved.list.columns.map(({ name, label }): ReportColumn => ({ name, label, kind: 'field' }));
    return { data: { ...common, columns, figures: null, groups: [], rows, total }, warnings };
  }
  const { figures, total, warnings } = await readFigures(context, resolved, resolved.figures);
  const columns = listColumns(figures);
  return { data: { ...common, columns, figures, groups: figures.steps, rows: listRows(columns, figures), total }, warnings };
}

/** The figures of a report that has some, and the number of its records. */
export async function readFigures(
  { reports, actor }: Pick<DataContext, 'reports' | 'actor'>,
  resolved: ResolvedReport,
  figures: ResolvedFigures,
): Promise<{ readonly figures: FigureData; readonly total: number; readonly warnings: readonly OperationWarning[] }> {
  const { steps, rows, total, isComplete, warnings } = await reports.figures(actor, toFiguresInput(resolved, figures));
  return {
    figures: {
      steps,
      measures: figures.measures.map(({ name, label, format, kind }) => ({ name, label, format, kind })),
      rows: rows.map(({ at, values }) => ({ at, values: withoutRecords(values) })),
      total: withoutRecords(total),
      isComplete,
    },
    total: total[RECORDS] ?? 0,
    warnings,
  };
}

/** What reading a report costs. */
export async function estimateData(context: DataContext, request: DataRequest): Promise<ReportEstimate> {
  const resolved = await openReport(context, request);
  const { figures } = resolved;
  const input = figures === undefined ? toListInput(resolved) : toFiguresInput(resolved, figures);
  return context.reports.estimate(context.actor, input);
}

/** The search of a report that lists records. */
export function toListInput({ source, filter, list }: ResolvedReport) {
  const { columns, sort, limit } = list;
  return { module: source.name, filter, columns: columns.map(({ name }) => name), sort, limit };
}

function toFiguresInput({ source, filter }: ResolvedReport, { by, measures, sort, limit, others }: ResolvedFigures): FiguresInput {
  return {
    ...{ module: source.name, filter, by, sort, limit, others },
    measures: [...measures.map(toInput), { name: RECORDS, kind: 'count' }],
  };
}

function toInput({ name, kind, field }: Measure): FiguresInput['measures'][number] {
  return { name, kind, field };
}

function withoutRecords({ [RECORDS]: _records, ...values }: FigureData['total']): FigureData['total'] {
  return values;
}

/** The table of figures as texts; without groups the total. */
function listRows(columns: readonly ReportColumn[], figures: FigureData): ReportData['rows'] {
  const rows = figures.steps.length > 0 ? figures.rows : [{ at: [], values: figures.total }];
  return listFigureRows({ ...figures, rows }).map((texts) => ({
    texts: Object.fromEntries(columns.map(({ name }, at) => [name, texts[at] ?? ''])),
  }));
}

function listColumns({ steps, measures }: FigureData): readonly ReportColumn[] {
  return [
    // The same date may be grouped by years and by months.
    ...steps.map(
      ({ field, label }, at): ReportColumn => ({ name: steps[at - 1]?.field === field ? `${field}_2` : field, label, kind: 'group' }),
    ),
    ...measures.map(({ name, label }): ReportColumn => ({ name, label, kind: 'measure' })),
  ];
}
