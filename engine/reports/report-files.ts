import { timeZoneOf, type AccessScope, type Actor } from '../access/index.ts';
import { createTableFile, maxSheetRecords, type Cell, type ExportFile } from '../exports/index.ts';
import type { VisibleRecord } from '../records/index.ts';
import { zoneClock } from '#engine/model/time';
import type { JsonObject } from '#engine/model/values';
import type { FigureColumn, FigureData } from '#engine/model/wire';
import { prepareList, type ListColumn } from './list-records.ts';
import type { ReportFileInput, ReportListInput, ReportReaderServices } from './reader-contract.ts';

/** All records of a list as a file, read while it is written. Errors: those of `openExport`. */
export async function exportList(
  services: ReportReaderServices,
  actor: Actor,
  input: ReportListInput & ReportFileInput,
): Promise<ExportFile> {
  const { module, filter, sort, limit, title, format } = input;
  const { scope, columns, fields } = await prepareList(services, actor, input);
  const { records } = await services.records.openExport(actor, {
    ...{ module, filter, sort, limit, fields, format },
    populate: true,
    limitOf: format === 'xlsx' ? maxSheetRecords : undefined,
  });
  return createTableFile({ title, format, day: today(services, scope), head: nameColumns(columns), rows: toRows(columns, records) });
}

/** Figures as a file: the labels of the groups, and the measures. Errors: those of `auditFiguresExport`. */
export async function exportFigures(
  services: ReportReaderServices,
  actor: Actor,
  input: { readonly module: string; readonly filter: JsonObject; readonly figures: FigureData } & ReportFileInput,
): Promise<ExportFile> {
  const { module, filter, figures, title, format } = input;
  const { steps, measures } = figures;
  const rows = listRows(figures);
  const fields = [...new Set(steps.map(({ field }) => field))];
  await services.records.auditFiguresExport(actor, { module, filter, format, fields, rows: rows.length });
  const head = [...steps.map(({ label }) => label), ...measures.map(nameMeasure)];
  return createTableFile({ title, format, day: today(services, await services.access.scope(actor)), head, rows: readRows(rows) });
}

/** One row for each group, or pair of groups; without groups one with the total. */
function listRows({ steps, measures, rows, total }: FigureData): readonly (readonly Cell[])[] {
  if (steps.length === 0) return [measures.map((measure) => toCell(measure, total[measure.name]))];
  return rows.map(({ at, values }) => [
    ...steps.map(({ groups }, step) => groups[at[step] ?? -1]?.label),
    ...measures.map((measure) => toCell(measure, values[measure.name])),
  ]);
}

/** Shares are written as percent, to two decimals: text would not be a number in a spreadsheet. */
function toCell({ format }: FigureColumn, value: number | null | undefined): Cell {
  if (value === null || value === undefined) return undefined;
  if (format === 'money') return { kind: 'money', dollars: value };
  return format === 'percent' ? Math.round(value * 10_000) / 100 : value;
}

function nameMeasure({ label, format }: FigureColumn): string {
  return format === 'percent' ? `${label} (%)` : label;
}

/** Labels; with the name of the field where several have the same label. */
function nameColumns(columns: readonly ListColumn[]): readonly string[] {
  return columns.map(({ name, label }) => (columns.filter((one) => one.label === label).length > 1 ? `${label} (${name})` : label));
}

async function* toRows(columns: readonly ListColumn[], records: AsyncIterable<VisibleRecord>): AsyncGenerator<readonly Cell[]> {
  for await (const record of records) yield columns.map(({ toCell: read }) => read(record));
}

async function* readRows(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly Cell[]> {
  yield* rows;
}

function today({ clock }: ReportReaderServices, { snapshot }: AccessScope): string {
  return zoneClock(timeZoneOf(snapshot)).dayOf(clock.now());
}
