import Papa from 'papaparse';
import { MusterError } from '../../errors/index.ts';
import type { ImportDelimiter } from '#engine/model/wire';
import { createColumnsError, MAX_COLUMNS, MAX_ROW_CHARACTERS } from '../limits.ts';
import type { SourceRow } from './source.ts';

/** What the parser returns for a piece of a file. */
interface ParsedPiece {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly code?: string; readonly row?: number }[];
  readonly meta: { readonly cursor: number };
}

/**
 * The rows of a CSV text (RFC 4180) with this delimiter, without empty ones; one piece of the text is in memory. Errors: `import_quote_open`,
 * `import_columns_many`.
 */
export async function* readCsv(texts: AsyncIterable<string>, delimiter: ImportDelimiter): AsyncGenerator<SourceRow> {
  let rest = '';
  let number = 0;
  for await (const text of texts) {
    const piece = rest + text;
    const { data, meta } = parsePiece(piece, delimiter, true);
    for (const cells of data) {
      number += 1;
      if (!isBlank(cells)) yield { number, cells: limitColumns(cells) };
    }
    rest = piece.slice(meta.cursor);
    if (rest.length > MAX_ROW_CHARACTERS) throw createQuoteError(number + 1);
  }
  const { data, errors } = parsePiece(rest, delimiter, false);
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open !== undefined) throw createQuoteError(number + 1 + (open.row ?? 0));
  for (const cells of data) {
    number += 1;
    if (!isBlank(cells)) yield { number, cells: limitColumns(cells) };
  }
}

/** The rows of a piece; with `isPart` without the last one, which may go on in the next piece. A parser is used once. */
function parsePiece(piece: string, delimiter: ImportDelimiter, isPart: boolean): ParsedPiece {
  return new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"' }).parse(piece, 0, isPart) as ParsedPiece;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Errors: `import_columns_many`. */
function limitColumns(cells: readonly string[]): readonly string[] {
  if (cells.length <= MAX_COLUMNS) return cells;
  throw createColumnsError(cells.length);
}

function createQuoteError(row: number): MusterError {
  return new MusterError('import_quote_open', { values: { row: row.toLocaleString('en-US') }, data: { row } });
}
