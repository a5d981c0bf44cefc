import { EXPORT_CONTENT_TYPES, writeCsv, writeWorkbook } from '../../exports/index.ts';
import type { ImportErrorFile } from '../contract.ts';
import type { ImportContext } from '../import-context.ts';
import { textOfCell } from '../read/profile-columns.ts';
import type { SourceCell } from '../read/source.ts';
import { PROBLEMS_HEADER, type StoredImport } from '../stored-import.ts';
import type { RowTranslator } from '../translate/translate-rows.ts';
import { iterateRows } from './list-rows.ts';

/** The rows with problems in the columns of the file, as they were corrected, with their problems in one column more. */
export function createErrorFile(
  context: ImportContext,
  translator: RowTranslator,
  stored: StoredImport,
  format: 'csv' | 'xlsx',
): ImportErrorFile {
  const head = [...stored.headers.filter((header) => header !== PROBLEMS_HEADER), PROBLEMS_HEADER];
  const rows = readErrors(context, translator, stored);
  const name = stored.file.name.replace(/\.\w+$/, '');
  const body = format === 'xlsx' ? writeWorkbook(PROBLEMS_HEADER, head, toSheetRows(rows)) : writeCsv(head, toTexts(rows));
  return { contentType: EXPORT_CONTENT_TYPES[format], filename: `${name} - problems.${format}`, body };
}

async function* readErrors(context: ImportContext, translator: RowTranslator, stored: StoredImport): AsyncGenerator<readonly SourceCell[]> {
  for await (const { row, result } of iterateRows(context, stored, 'problem')) {
    const cells = stored.headers.flatMap((header, index) => (header === PROBLEMS_HEADER ? [] : [translator.cellOf(row, index).cell]));
    const problems = (result.problems ?? []).map(({ column, text }) =>
      column === null ? text : `${stored.headers[column] ?? ''}: ${text}`,
    );
    yield [...cells, problems.join('; ')];
  }
}

async function* toTexts(rows: AsyncIterable<readonly SourceCell[]>): AsyncGenerator<readonly string[]> {
  for await (const cells of rows) yield cells.map(textOfCell);
}

async function* toSheetRows(
  rows: AsyncIterable<readonly SourceCell[]>,
): AsyncGenerator<readonly (string | number | boolean | undefined)[]> {
  for await (const cells of rows)
    yield cells.map((cell) => (cell === null ? undefined : typeof cell === 'object' ? textOfCell(cell) : cell));
}
