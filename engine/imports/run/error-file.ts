import { createTableFile, type Cell, type ExportFile, type TableFormat } from '../../exports/index.ts';
import { timeZoneOf } from '../../access/index.ts';
import { zoneClock } from '#engine/model/time';
import type { ImportContext } from '../import-context.ts';
import { textOfCell } from '../read/profile-columns.ts';
import { PROBLEMS_HEADER, type StoredImport } from '../stored-import.ts';
import type { RowTranslator } from '../translate/translate-rows.ts';
import { iterateRows } from './list-rows.ts';

/** The rows with problems in the columns of the file, as they were corrected, with their problems in one column more. */
export function createErrorFile(context: ImportContext, translator: RowTranslator, stored: StoredImport, format: TableFormat): ExportFile {
  return createTableFile({
    title: `${stored.file.name.replace(/\.\w+$/, '')} - problems`,
    day: zoneClock(timeZoneOf(translator.snapshot)).dayOf(context.clock.now()),
    format,
    head: [...stored.headers.filter((header) => header !== PROBLEMS_HEADER), PROBLEMS_HEADER],
    rows: readErrors(context, translator, stored),
  });
}

async function* readErrors(context: ImportContext, translator: RowTranslator, stored: StoredImport): AsyncGenerator<readonly Cell[]> {
  for await (const { row, result } of iterateRows(context, stored, 'problem')) {
    const cells = stored.headers.flatMap((header, index): readonly Cell[] => {
      const { cell } = translator.cellOf(row, index);
      return header === PROBLEMS_HEADER ? [] : [typeof cell === 'number' ? cell : textOfCell(cell)];
    });
    const problems = (result.problems ?? []).map(({ column, text }) =>
      column === null ? text : `${stored.headers[column] ?? ''}: ${text}`,
    );
    yield [...cells, problems.join('; ')];
  }
}
