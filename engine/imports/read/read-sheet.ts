import { createColumnsError, createFileError, MAX_COLUMNS, MAX_SHEET_BYTES, MAX_SHEET_ROWS } from '../limits.ts';
import type { SourceCell, SourceRow } from './source.ts';
import type { Sheet, Workbook } from './read-workbook.ts';
import { readXml, type XmlToken } from './xml-tokens.ts';

/** The rows of a sheet that have a value, one piece of the sheet in memory. Errors: `import_file_invalid`, `import_columns_many`. */
export async function* readSheet(workbook: Workbook, sheet: Sheet): AsyncGenerator<SourceRow> {
  const reader = new SheetReader(workbook);
  for await (const tokens of readXml(sheet.entry.unpack(MAX_SHEET_BYTES))) {
    for (const token of tokens) reader.add(token);
    yield* reader.takeRows();
    if (reader.isComplete) return;
  }
}

/** Collects the cells of rows from the tags of a sheet. */
class SheetReader {
  readonly #workbook: Workbook;
  #rows: SourceRow[] = [];
  #number = 0;
  #count = 0;
  #cells: SourceCell[] = [];
  #column = -1;
  #type = '';
  #style = '';
  #text = '';
  #isValue = false;
  isComplete = false;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  takeRows(): readonly SourceRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  add(token: XmlToken): void {
    if (this.isComplete) return;
    if (token.kind === 'text') {
      if (this.#isValue) this.#text += token.text;
    } else if (token.kind === 'open') this.#open(token);
    else this.#close(token.name);
  }

  #open({ name, attributes }: XmlToken & { readonly kind: 'open' }): void {
    if (name === 'row') {
      this.#count += 1;
      if (this.#count > MAX_SHEET_ROWS) throw createFileError('it has more rows than a sheet can have');
      this.#number = Number(attributes.r ?? this.#number + 1);
      this.#cells = [];
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = columnOf(attributes.r) ?? this.#column + 1;
      this.#type = attributes.t ?? 'n';
      this.#style = attributes.s ?? '';
      this.#text = '';
    } else if (name === 'v' || name === 't') this.#isValue = true;
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'c') this.#addCell(this.#readCell());
    else if (name === 'row' && this.#cells.length > 0) this.#rows.push({ number: this.#number, cells: this.#cells });
    else if (name === 'sheetData') this.isComplete = true;
  }

  #addCell(cell: SourceCell): void {
    if (cell === null || cell === '') return;
    if (this.#column >= MAX_COLUMNS) throw createColumnsError(this.#column + 1);
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = cell;
  }

  #readCell(): SourceCell {
    const text = this.#text;
    switch (this.#type) {
      case 's':
        return decodeCharacters(this.#workbook.texts[Number(text)] ?? '');
      case 'b':
        return text === '' ? null : text === '1';
      case 'n':
        return text.trim() === '' ? null : this.#readNumber(Number(text));
      default:
        // A text, the result of a formula that is a text, an error such as #N/A, or an ISO date.
        return decodeCharacters(text);
    }
  }

  #readNumber(number: number): SourceCell {
    if (!Number.isFinite(number)) return this.#text;
    const isDate = this.#workbook.dateStyles[Number(this.#style)] === true && this.#style !== '';
    return isDate ? (formatSerial(number, this.#workbook.is1904) ?? number) : number;
  }
}

/** The place of a column from a reference such as 'AB12'. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Excel writes characters that XML does not have as `_x000D_`. */
function decodeCharacters(text: string): string {
  if (!text.includes('_x')) return text.toWellFormed();
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).toWellFormed();
}

const DAY = 86_400_000;
/** Days from 1899-12-30, from which Excel numbers days, to 1970-01-01; those from 1904 are 1,462 fewer. */
const EPOCH = 25_569;
const DAYS_TO_1904 = 1_462;
/** The number of 9999-12-31. */
const LAST = 2_958_465;

/** A day `YYYY-MM-DD`, a day with a time, or a time; undefined: the number is none. */
function formatSerial(serial: number, is1904: boolean): string | undefined {
  const days = is1904 ? serial + DAYS_TO_1904 : serial;
  if (days < 0 || days > LAST + 1) return undefined;
  // Whole seconds: fractions of days are not exact.
  const iso = new Date(Math.round(((days - EPOCH) * DAY) / 1000) * 1000).toISOString();
  const time = iso.slice(11, 19);
  if (days < 1) return time;
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}
