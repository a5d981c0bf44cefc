import { joinPieces } from './join-pieces.ts';

/**
 * The lines of a CSV file (RFC 4180), in pieces. It begins with a byte order mark: without one, spreadsheets do not read a file as UTF-8.
 */
export function writeCsv(head: readonly string[], rows: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  return joinPieces(formatLines(head, rows));
}

async function* formatLines(head: readonly string[], rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `\uFEFF${formatCsvLine(head)}`;
  for await (const row of rows) yield formatCsvLine(row);
}

/** One line of a CSV file with its end. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/** A cell that a spreadsheet would execute as a formula begins with an apostrophe; a plain number stays one. */
function formatCsvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
