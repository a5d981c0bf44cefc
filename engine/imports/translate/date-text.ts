import type { ImportDateOrder } from '#engine/model/wire';

const DIGITS = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[T,\s]+(.+))?$/i;
/** Times in the form of the API are read as they are. */
const INSTANT = /^\d{4}-\d\d-\d\dT/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/;
const DAY_FIRST = /^(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{4}|\d\d)(?:[,\s]+(.+))?$/i;

/** Years of two digits are at most this many years ahead. */
const YEARS_AHEAD = 20;

/**
 * A date as people write it in digits ('12/31/26', '31.12.2026 14:30') or with its day before its month ('31-Dec-26'), in a form that
 * the readers of dates know; other texts are unchanged. `year` is the present one, for years of two digits.
 */
export function unifyDateText(text: string, order: ImportDateOrder, year: number): string {
  const trimmed = text.trim();
  if (INSTANT.test(trimmed)) return trimmed;
  const [, first, , second, third, time] = DIGITS.exec(trimmed) ?? [];
  if (first !== undefined && second !== undefined && third !== undefined) {
    const parts = orderParts([first, second, third], order);
    const full = expandYear(parts.year, year);
    return full === undefined ? trimmed : join(`${full}-${parts.month}-${parts.day}`, time);
  }
  const [, compactYear, compactMonth, compactDay] = COMPACT.exec(trimmed) ?? [];
  if (compactYear !== undefined) return `${compactYear}-${compactMonth}-${compactDay}`;
  const [, day, month, written, rest] = DAY_FIRST.exec(trimmed) ?? [];
  const full = written === undefined ? undefined : expandYear(written, year);
  return full === undefined ? trimmed : join(`${month} ${day}, ${full}`, rest);
}

/** Whether a text is a date in digits, even if there is no such day. */
export function looksLikeDate(text: string): boolean {
  const trimmed = text.trim();
  return DIGITS.test(trimmed) || COMPACT.test(trimmed);
}

function join(day: string, time: string | undefined): string {
  return time === undefined ? day : `${day} ${time}`;
}

interface DateParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/** A first part of four digits is a year, whatever the order of the column is. */
function orderParts([first, second, third]: readonly [string, string, string], order: ImportDateOrder): DateParts {
  if (first.length > 2 || (order === 'YMD' && third.length < 3)) return { year: first, month: second, day: third };
  return order === 'DMY' ? { day: first, month: second, year: third } : { month: first, day: second, year: third };
}

function expandYear(written: string, year: number): number | undefined {
  if (written.length === 4) return Number(written);
  if (written.length !== 2) return undefined;
  const century = Math.floor(year / 100) * 100;
  const full = century + Number(written);
  return full > year + YEARS_AHEAD ? full - 100 : full;
}
