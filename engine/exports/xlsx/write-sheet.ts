import { dayToTimestamp } from '#engine/model/time';
import { escapeMarkup } from '#engine/model/values';
import { createExportTooLargeError } from '../../records/index.ts';
import { toCellText, toSerial, type Cell } from '../cell.ts';
import { joinPieces } from '../join-pieces.ts';

/** Rows of a sheet that Excel reads, with the header. */
export const MAX_ROWS = 1_048_576;

/** Characters of a cell that Excel reads; a longer text is cut off, and ends with "…". */
const MAX_TEXT = 32_767;

/** The part of an archive that holds a sheet is less than 4 GiB. */
const MAX_SHEET_BYTES = 4_000_000_000;

/** Formats of cells: their places in the list of styles. */
export const STYLES = { header: 1, day: 2, instant: 3, money: 4 } as const;

/**
 * The XML of a sheet in pieces: a bold header that stays in place, and a row for each record.
 * Errors: `export_too_large` for more than Excel reads.
 */
export function writeSheet(head: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Buffer> {
  return joinPieces(writeParts(head, rows));
}

async function* writeParts(head: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  const letters = head.map((_, column) => columnName(column));
  const titles = head.map((label, at) => writeText(`${letters[at] ?? ''}1`, label, STYLES.header));
  yield `${OPENING}${writeColumns(head)}<sheetData>${writeRow(1, titles)}`;
  let number = 1;
  let bytes = 0;
  for await (const row of rows) {
    number += 1;
    if (number > MAX_ROWS || bytes > MAX_SHEET_BYTES) throw createExportTooLargeError(number - 2);
    const cells = row.map((cell, at) => writeCell(`${letters[at] ?? ''}${number}`, cell));
    const text = writeRow(number, cells);
    bytes += Buffer.byteLength(text);
    yield text;
  }
  yield '</sheetData></worksheet>';
}

const OPENING =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

function writeColumns(head: readonly string[]): string {
  const columns = head.map((label, at) => {
    const width = Math.min(40, Math.max(12, label.length + 2));
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
}

function writeRow(number: number, cells: readonly string[]): string {
  return `<row r="${number}">${cells.join('')}</row>`;
}

function writeCell(place: string, cell: Cell): string {
  if (cell === undefined || cell === '') return '';
  if (typeof cell === 'string') return writeText(place, cell);
  if (typeof cell === 'number') return writeNumber(place, cell);
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell.kind === 'money') return writeNumber(place, cell.dollars, STYLES.money);
  const serial = toSerial(cell.kind === 'day' ? dayToTimestamp(cell.day) : cell.local);
  return serial === undefined ? writeText(place, toCellText(cell)) : writeNumber(place, serial, STYLES[cell.kind]);
}

function writeNumber(place: string, value: number, style?: number): string {
  return `<c r="${place}"${style === undefined ? '' : ` s="${style}"`}><v>${value}</v></c>`;
}

/** A text is stored in its cell, and is never a formula. */
function writeText(place: string, text: string, style?: number): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
  return `<c r="${place}"${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escapeXml(short)}</t></is></c>`;
}

/** Without characters that XML does not have. Excel reads `_x0041_` as a character, so that such a text needs its own escape. */
export function escapeXml(text: string): string {
  return escapeMarkup(
    text
      .toWellFormed()
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'),
  );
}

/** The name of a column: A, B … Z, AA. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : `${columnName(Math.floor(column / 26) - 1)}${letter}`;
}
