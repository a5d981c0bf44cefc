import { toCellText, type Cell } from './cell.ts';
import { EXPORT_CONTENT_TYPES, nameExportFile, type ExportFile, type ExportFormat } from './create-export-file.ts';
import { writeCsv } from './csv.ts';
import { writeWorkbook } from './xlsx/write-workbook.ts';

/** A format of a table. */
export type TableFormat = Extract<ExportFormat, 'csv' | 'xlsx'>;

/** A table that is written as a file. */
export interface TableFileInput {
  /** The name of the file and of its sheet. */
  readonly title: string;
  /** The day in the name of the file: `YYYY-MM-DD`. */
  readonly day: string;
  readonly format: TableFormat;
  readonly head: readonly string[];
  /** Read while the file is written. */
  readonly rows: AsyncIterable<readonly Cell[]>;
}

/** A table as a file. Its body rejects with errors of the rows, and with `export_too_large` for more rows than Excel reads. */
export function createTableFile({ title, day, format, head, rows }: TableFileInput): ExportFile {
  const body = format === 'xlsx' ? writeWorkbook(title, head, rows) : writeCsv(head, toTexts(rows));
  return { contentType: EXPORT_CONTENT_TYPES[format], filename: nameExportFile(title, day, format), body };
}

async function* toTexts(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<readonly string[]> {
  for await (const row of rows) yield row.map(toCellText);
}
