import { toText } from '#engine/model/values';
import type { ImportDateOrder } from '#engine/model/wire';
import type { SourceCell } from './source.ts';

/** What the cells of a column look like. JSON, because it is stored. */
export interface ColumnProfile {
  /** Cells with a value. */
  readonly filled: number;
  /** Different values of the first rows. */
  readonly samples: readonly string[];
  /** Dates in digits, by the part that can only be a year, or a day. */
  readonly yearFirst: number;
  readonly dayFirst: number;
  readonly monthFirst: number;
  /** Numbers with decimals after a comma, and after a point. */
  readonly comma: number;
  readonly point: number;
}

const MAX_SAMPLES = 3;
const SAMPLE_LENGTH = 100;

const DATE = /^\s*(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:\D|$)/;
/** A comma before three digits may separate thousands. */
const COMMA = /^[^\d,]*[\d.\s]*\d,(?:\d{1,2}|\d{4,})\D*$/;
const POINT = /^[^\d.]*[\d,\s]*\d\.(?:\d{1,2}|\d{4,})\D*$/;

/** Collects the profiles of the columns of a file, row by row. */
export class ColumnProfiles {
  readonly #profiles: { -readonly [part in keyof ColumnProfile]: ColumnProfile[part] extends number ? number : string[] }[] = [];

  add(cells: readonly SourceCell[]): void {
    cells.forEach((cell, index) => {
      const text = textOfCell(cell).trim();
      if (text !== '') this.#addText(index, text, typeof cell === 'string');
    });
  }

  /** The profiles of this many columns. */
  list(count: number): readonly ColumnProfile[] {
    return Array.from({ length: count }, (_, index) => this.#at(index));
  }

  #at(index: number) {
    return (this.#profiles[index] ??= { filled: 0, samples: [], yearFirst: 0, dayFirst: 0, monthFirst: 0, comma: 0, point: 0 });
  }

  #addText(index: number, text: string, isText: boolean): void {
    const profile = this.#at(index);
    profile.filled += 1;
    const short = text.slice(0, SAMPLE_LENGTH);
    if (profile.samples.length < MAX_SAMPLES && !profile.samples.includes(short)) profile.samples.push(short);
    if (!isText || text.length > SAMPLE_LENGTH) return;
    const [, first, second] = DATE.exec(text) ?? [];
    if (first !== undefined && second !== undefined) {
      if (first.length > 2) profile.yearFirst += 1;
      else if (Number(first) > 12) profile.dayFirst += 1;
      else if (Number(second) > 12) profile.monthFirst += 1;
    } else if (COMMA.test(text)) profile.comma += 1;
    else if (POINT.test(text)) profile.point += 1;
  }
}

/** A cell as a text for people. */
export function textOfCell(cell: SourceCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (typeof cell === 'object') return JSON.stringify(cell);
  return typeof cell === 'number' ? String(cell) : toText(cell);
}

/** The order of the parts of dates in a column: month first, unless most of those that say it say something else. */
export function findDateOrder({ yearFirst, dayFirst, monthFirst }: ColumnProfile): ImportDateOrder {
  if (yearFirst > dayFirst + monthFirst) return 'YMD';
  return dayFirst > monthFirst ? 'DMY' : 'MDY';
}

/** What separates the decimals of the numbers of a column. */
export function findDecimal({ comma, point }: ColumnProfile): '.' | ',' {
  return comma > point ? ',' : '.';
}
