import { isDay, parseInstant } from '../field-types/date-types.ts';
import { parseTimeOfDay } from '../field-types/written-times.ts';
import { dayToTimestamp, zoneClock } from '../time/index.ts';

const PLAIN = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

/** Reads a number as people write it: '1,250.5', '$ 12.50', '-3', '40 h' with the unit 'h'; undefined: it is none. */
export function readNumberText(text: string, unit?: string): number | undefined {
  const trimmed = text.trim();
  const bare = unit !== undefined && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length) : trimmed;
  const digits = bare.replace(/^([+-]?)\s*\$\s*/, '$1').trim();
  if (!/\d/.test(digits) || !PLAIN.test(digits)) return undefined;
  const number = Number(digits.replaceAll(',', ''));
  return Number.isFinite(number) ? number : undefined;
}

const YES = ['yes', 'true', 'y', '1'];
const NO = ['no', 'false', 'n', '0'];

/** Reads yes or no; undefined: it is neither. */
export function readYesNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}

const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(.+))?$/i;
const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,?\s+(.+))?$/;
const NAMED_DAY = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})(?:,?\s+(.+))?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day, and a local time of day if one is written. */
interface WrittenDay {
  readonly day: string;
  /** HH:mm or HH:mm:ss. */
  readonly time: string | undefined;
}

/** Reads a day, with or without a time, as an instant: a day without a time begins at its midnight in the time zone. */
export function readInstantText(text: string, timeZone: string): number | undefined {
  const trimmed = text.trim();
  const instant = parseInstant(trimmed);
  if (instant !== undefined) return instant;
  const written = readWrittenDay(trimmed);
  if (written === undefined) return undefined;
  if (written.time === undefined) return zoneClock(timeZone).startOfDay(written.day);
  const [hours = 0, minutes = 0, seconds = 0] = written.time.split(':').map(Number);
  return toInstant(dayToTimestamp(written.day) + ((hours * 60 + minutes) * 60 + seconds) * 1000, timeZone);
}

/** Reads a day `YYYY-MM-DD`; that of an instant is its day in the time zone, and a written local time is ignored. */
export function readDayText(text: string, timeZone: string): string | undefined {
  const trimmed = text.trim();
  const instant = parseInstant(trimmed);
  return instant === undefined ? readWrittenDay(trimmed)?.day : zoneClock(timeZone).dayOf(instant);
}

/** An instant as a local day and time: '2026-03-31 14:30', with seconds if it has some. */
export function writeInstantText(instant: number, timeZone: string): string {
  const local = new Date(zoneClock(timeZone).localTime(instant)).toISOString();
  const seconds = local.slice(16, 19);
  return `${local.slice(0, 10)} ${local.slice(11, 16)}${seconds === ':00' ? '' : seconds}`;
}

function readWrittenDay(text: string): WrittenDay | undefined {
  const found = splitDay(text);
  if (found === undefined) return undefined;
  const day = `${found.year}-${found.month.padStart(2, '0')}-${found.date.padStart(2, '0')}`;
  if (!isDay(day)) return undefined;
  if (found.time === undefined) return { day, time: undefined };
  const time = parseTimeOfDay(found.time);
  const seconds = /:\d{2}:([0-5]\d)$/.exec(found.time)?.[1];
  return time === undefined ? undefined : { day, time: seconds === undefined ? time : `${time}:${seconds}` };
}

function splitDay(
  text: string,
): { readonly year: string; readonly month: string; readonly date: string; readonly time: string | undefined } | undefined {
  const [, isoYear, isoMonth, isoDate, isoTime] = ISO_DAY.exec(text) ?? [];
  if (isoYear !== undefined) return { year: isoYear, month: isoMonth ?? '', date: isoDate ?? '', time: isoTime };
  const [, usMonth, usDate, usYear, usTime] = US_DAY.exec(text) ?? [];
  if (usYear !== undefined) return { year: usYear, month: usMonth ?? '', date: usDate ?? '', time: usTime };
  const [, name, date, year, time] = NAMED_DAY.exec(text) ?? [];
  const month = MONTHS.indexOf(name?.toLowerCase() ?? '') + 1;
  return year === undefined || month === 0 ? undefined : { year, month: String(month), date: date ?? '', time };
}

/** The instant of a local time, given as the epoch milliseconds of the same date and time in UTC. */
function toInstant(local: number, timeZone: string): number {
  const clock = zoneClock(timeZone);
  const guess = local - (clock.localTime(local) - local);
  return local - (clock.localTime(guess) - guess);
}
