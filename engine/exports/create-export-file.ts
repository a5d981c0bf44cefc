import type { CompiledField } from '#engine/model/compiled';
import type { ZoneClock } from '#engine/model/time';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { RecordExport, VisibleRecord } from '../records/index.ts';
import { toCellText, type Cell } from './cell.ts';
import { writeCsv } from './csv.ts';
import { displayValue, type DisplayContext } from './display-value.ts';
import { writeNdjson } from './ndjson.ts';
import { writeWorkbook } from './xlsx/write-workbook.ts';

/** The formats of an export. */
export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx'] as const;

/** A format of an export. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How values are written: as people read them, or as in the API. */
export const EXPORT_VALUES = ['labels', 'raw'] as const;

/** How values are written. */
export type ExportValues = (typeof EXPORT_VALUES)[number];

/** How a file of records is written. */
export interface ExportFileOptions {
  readonly format: ExportFormat;
  /** With 'labels', relates of the records must be populated. */
  readonly values: ExportValues;
  /** The application's time zone. */
  readonly zone: ZoneClock;
  /** The day in the name of the file: `YYYY-MM-DD`. */
  readonly day: string;
  /** The label of a module; the name itself if there is none. */
  readonly moduleLabel: (name: string) => string;
  /** What the last line of an NDJSON file says about an error. */
  readonly describeError: (error: unknown) => JsonObject;
}

/** A file that is written while it is read. */
export interface ExportFile {
  readonly contentType: string;
  readonly filename: string;
  /** Rejects with errors of the store, and with `export_too_large`: what was read before is then no complete file. */
  readonly body: AsyncIterable<Buffer>;
}

/** The media types of the formats. */
export const EXPORT_CONTENT_TYPES: { readonly [format in ExportFormat]: string } = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The records of an export as a file; few of them are in memory at a time. */
export function createExportFile(found: RecordExport, options: ExportFileOptions): ExportFile {
  const { format, day } = options;
  return {
    contentType: EXPORT_CONTENT_TYPES[format],
    filename: nameExportFile(found.module.label, day, format),
    body: writeFile(found, options),
  };
}

/** The name of a file, without the characters that folders do not accept. */
export function nameExportFile(title: string, day: string, format: ExportFormat): string {
  return `${title.replace(/[\\/:*?"<>|]/g, '-')} ${day}.${format}`;
}

function writeFile(found: RecordExport, options: ExportFileOptions): AsyncIterable<Buffer> {
  const columns = listColumns(found, options);
  const head = nameColumns(columns, options);
  if (options.format === 'xlsx') return writeWorkbook(found.module.label, head, mapRecords(found.records, toCells(columns)));
  const toTexts = options.values === 'raw' ? toRawText : toCellText;
  const rows = mapRecords(found.records, (record) => toCells(columns)(record).map(toTexts));
  if (options.format === 'csv') return writeCsv(head, rows);
  const toObject = options.values === 'raw' ? pickRaw(columns) : pickTexts(columns);
  return writeNdjson(mapRecords(found.records, toObject), options.describeError);
}

/** A column of the file. */
interface Column {
  readonly name: string;
  readonly label: string;
  readonly toCell: (record: VisibleRecord) => Cell;
}

const OWN_LABELS: { readonly [name: string]: string } = { _id: 'Id', _version: 'Version' };

function listColumns({ module, fields }: RecordExport, options: ExportFileOptions): readonly Column[] {
  const context: DisplayContext = { zone: options.zone, moduleLabel: options.moduleLabel };
  return fields.map((name) => {
    const field = module.fields.get(name);
    const label = field?.label ?? OWN_LABELS[name] ?? name;
    return { name, label, toCell: (record) => toCell(field, record[name], options.values, context) };
  });
}

function toCell(field: CompiledField | undefined, value: JsonValue | undefined, values: ExportValues, context: DisplayContext): Cell {
  if (field !== undefined && values === 'labels') return displayValue(field, value, context);
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** A raw cell as in JSON. */
function toRawText(cell: Cell): string {
  return cell === undefined || typeof cell === 'object' ? toCellText(cell) : String(cell);
}

/** The header: labels, with the name of the field where several have the same label; names if values are as in the API. */
function nameColumns(columns: readonly Column[], { values }: ExportFileOptions): readonly string[] {
  if (values === 'raw') return columns.map(({ name }) => name);
  const counts = new Map<string, number>();
  for (const { label } of columns) counts.set(label, (counts.get(label) ?? 0) + 1);
  return columns.map(({ name, label }) => ((counts.get(label) ?? 0) > 1 ? `${label} (${name})` : label));
}

function toCells(columns: readonly Column[]): (record: VisibleRecord) => readonly Cell[] {
  return (record) => columns.map((column) => column.toCell(record));
}

/** A record with the named fields alone, as in the API. */
function pickRaw(columns: readonly Column[]): (record: VisibleRecord) => JsonObject {
  return (record) => Object.fromEntries(columns.flatMap(({ name }) => (record[name] === undefined ? [] : [[name, record[name]]])));
}

function pickTexts(columns: readonly Column[]): (record: VisibleRecord) => JsonObject {
  return (record) =>
    Object.fromEntries(
      columns.flatMap(({ name, toCell: read }) => {
        const cell = read(record);
        return cell === undefined ? [] : [[name, typeof cell === 'object' ? toCellText(cell) : cell]];
      }),
    );
}

async function* mapRecords<Row>(records: AsyncIterable<VisibleRecord>, toRow: (record: VisibleRecord) => Row): AsyncGenerator<Row> {
  for await (const record of records) yield toRow(record);
}
