import { timestampToDay, dayToTimestamp } from '../time/index.ts';
import { ORDERED_OPERATORS } from '../filter/operators.ts';
import { isMissing, MISSING, refuse, type FieldType } from './field-type.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2}))$/i;
/** Length of a stored time: '2026-02-27T09:30:00.000Z'. */
const STORED_LENGTH = 24;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a string is a valid calendar day as `YYYY-MM-DD`, years 0001 to 9999: '2026-02-30' is not. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= countDays(year, month);
}

function countDays(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/**
 * Epoch milliseconds of an ISO 8601 date-time with an offset from UTC; `undefined` for anything else, a day or time that
 * does not exist, or a year outside 0001 to 9999. Digits beyond milliseconds are ignored.
 */
export function parseInstant(text: string): number | undefined {
  // Times as they are stored, several in each record, in a tenth of the time.
  const stored = text.length === STORED_LENGTH && !text.startsWith('0000') ? Date.parse(text) : NaN;
  if (!Number.isNaN(stored) && new Date(stored).toISOString() === text) return stored;
  const match = INSTANT.exec(text);
  if (match === null || !isDay(match[1] ?? '')) return undefined;
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4] ?? 0)];
  const [offsetHours, offsetMinutes] = [Number(match[7] ?? 0), Number(match[8] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 14 || offsetMinutes > 59) return undefined;
  const milliseconds = Number((match[5] ?? '').padEnd(3, '0').slice(0, 3));
  const offset = (match[6] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes);
  const instant = dayToTimestamp(match[1] ?? '') + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds;
  return /^(?!0000)\d{4}-/.test(new Date(instant).toISOString()) ? instant : undefined;
}

/** The day `YYYY-MM-DD` that is `count` days later (earlier, when negative), limited to the years 0000 to 9999. */
export function addDays(day: string, count: number): string {
  return timestampToDay(dayToTimestamp(day) + count * 86_400_000);
}

/** The same day `count` months later (earlier, when negative), at most the last day of that month, limited to the years 0000 to 9999. */
export function addMonths(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  if (year < 0 || year > 9999) return year < 0 ? '0000-01-01' : '9999-12-31';
  const start = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  return `${start}-${String(Math.min(Number(day.slice(8)), countDays(year, month))).padStart(2, '0')}`;
}

/** The same day `YYYY-MM-DD`, `count` years later (earlier, when negative); 29 February becomes 1 March in years without it. */
export function addYears(day: string, count: number): string {
  const year = String(Number(day.slice(0, 4)) + count).padStart(4, '0');
  const moved = `${year}${day.slice(4)}`;
  return isDay(moved) ? moved : `${year}-03-01`;
}

/** A calendar day, `YYYY-MM-DD`, without time or zone. */
export const date: FieldType = {
  name: 'Date',
  schemaType: 'Date',
  comparison: 'day',
  keyKind: 'text',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    if (typeof value !== 'string') return refuse('wrong_type', 'Type a date as a text, such as 2026-03-31.');
    const day = value.trim();
    return isDay(day) ? { ok: true, value: day } : refuse('not_a_date', 'Type a date of the calendar, such as 2026-03-31.');
  },
  toKey: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  format: (value) => (typeof value === 'string' && isDay(value) ? formatDay(value) : ''),
  jsonSchema: () => ({ type: 'string', format: 'date' }),
};

/** Formats '2026-03-31' as '03/31/2026'. */
function formatDay(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
}

/** An instant: ISO 8601 in UTC with milliseconds. Other offsets are accepted and converted to UTC. */
export const dateTime: FieldType = {
  name: 'DateTime',
  schemaType: 'Date',
  comparison: 'instant',
  keyKind: 'number',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    if (typeof value !== 'string') return refuse('wrong_type', 'Type a date and time as a text, such as 2026-03-31T14:30:00Z.');
    const instant = parseInstant(value.trim());
    if (instant === undefined) return refuse('not_a_date_time', 'Type a date and time with its zone, such as 2026-03-31T14:30:00Z.');
    return { ok: true, value: new Date(instant).toISOString() };
  },
  toKey: (value) => (typeof value === 'string' ? parseInstant(value) : undefined),
  format(value) {
    const instant = typeof value === 'string' ? parseInstant(value) : undefined;
    return instant === undefined ? '' : formatInstant(new Date(instant).toISOString());
  },
  jsonSchema: () => ({ type: 'string', format: 'date-time' }),
};

/** Formats '2026-03-31T14:30:00.000Z' as '03/31/2026 2:30 PM UTC'; the client shows it in the reader's time zone. */
function formatInstant(iso: string): string {
  const hour = Number(iso.slice(11, 13));
  return `${formatDay(iso.slice(0, 10))} ${hour % 12 === 0 ? 12 : hour % 12}:${iso.slice(14, 16)} ${hour < 12 ? 'AM' : 'PM'} UTC`;
}
