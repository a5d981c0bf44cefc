import { addDays, dayToTimestamp, timestampToDay } from '#engine/model';

/** When something is due, as it was typed. */
export interface TypedTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** `HH:MM` of 24 hours; absent: no time was typed. */
  readonly time?: string;
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_NAMES: Readonly<Record<string, number>> = { today: 0, tod: 0, tomorrow: 1, tom: 1, tmr: 1 };
const UNITS: Readonly<Record<string, number>> = { day: 1, week: 7 };

const weekdayOf = (day: string): number => new Date(dayToTimestamp(day)).getUTCDay();
const indexOf = (names: readonly string[], word: string): number => names.findIndex((name) => word.length >= 3 && word.startsWith(name));

/** The day of a year, a month and a date; undefined: there is no such day. */
function toDay(year: number, month: number, date: number): string | undefined {
  const day = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  // A day that does not exist is another one as an instant.
  return month >= 1 && month <= 12 && date >= 1 && date <= 31 && timestampToDay(dayToTimestamp(day)) === day ? day : undefined;
}

/** A month and a date without a year are the next such day. */
function nextSuchDay(month: number, date: number, year: string | undefined, today: string): string | undefined {
  const now = Number(today.slice(0, 4));
  if (year !== undefined) return toDay(year.length === 2 ? 2000 + Number(year) : Number(year), month, date);
  const own = toDay(now, month, date);
  return own !== undefined && own >= today ? own : toDay(now + 1, month, date);
}

function addMonths(day: string, months: number): string {
  const date = new Date(dayToTimestamp(day));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  return timestampToDay(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date.getUTCDate(), last.getUTCDate())));
}

/** '6/12', '6/12/2027', '2027-06-12', 'jun 12', '12 June 2027'. */
function readDate(text: string, today: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(text);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2}|\d{4}))?$/u.exec(text);
  if (us) return nextSuchDay(Number(us[1]), Number(us[2]), us[3], today);
  const named = /^([a-z]+)\.? (\d{1,2})(?:,? (\d{4}))?$/u.exec(text);
  const reversed = /^(\d{1,2})\.? ([a-z]+)(?:,? (\d{4}))?$/u.exec(text);
  const [word, date, year] = named ? [named[1], named[2], named[3]] : [reversed?.[2], reversed?.[1], reversed?.[3]];
  const month = indexOf(MONTHS, word ?? '');
  return month < 0 ? undefined : nextSuchDay(month + 1, Number(date), year, today);
}

/** 'today', 'fri', 'next fri', 'next week', 'in 3 days'. */
function readWords(text: string, today: string): string | undefined {
  if (Object.hasOwn(DAY_NAMES, text)) return addDays(today, DAY_NAMES[text] ?? 0);
  if (text === 'next week') return addDays(today, 8 - (weekdayOf(today) || 7));
  if (text === 'next month') return addMonths(today, 1);
  const distance = /^(?:in )?(\d{1,3}|an?) (day|week|month)s?$/u.exec(text);
  if (distance) {
    const count = /^\d/u.test(distance[1] ?? '') ? Number(distance[1]) : 1;
    return distance[2] === 'month' ? addMonths(today, count) : addDays(today, count * (UNITS[distance[2] ?? ''] ?? 1));
  }
  const [, next, word = ''] = /^(next )?([a-z]+)$/u.exec(text) ?? [];
  const weekday = indexOf(WEEKDAYS, word);
  if (weekday < 0) return undefined;
  const coming = addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
  // Weeks begin on Sunday.
  const isThisWeek = weekday > weekdayOf(today);
  return next !== undefined && isThisWeek ? addDays(coming, 7) : coming;
}

/** Takes the time off the end of a text: '3pm', '3:30 pm', '15:30'. */
function splitTime(text: string): { readonly rest: string; readonly time?: string } | undefined {
  const found = /(?:^|\s)(?:at )?(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/u.exec(text);
  if (!found || (found[2] === undefined && found[3] === undefined)) return { rest: text };
  const [typed, minutes] = [Number(found[1]), Number(found[2] ?? 0)];
  if (minutes > 59 || (found[3] === undefined ? typed > 23 : typed < 1 || typed > 12)) return undefined;
  const hours = found[3] === undefined ? typed : (typed % 12) + (found[3] === 'pm' ? 12 : 0);
  const rest = text.slice(0, found.index).trim();
  return { rest, time: `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}` };
}

/**
 * Reads a typed day, with a time if there is one; undefined: it is not a day. A time alone is one of today. chrono-node reads more
 * words, but a month after January 31 as March 3, a week as seven days instead of its Monday, and 13/1 as a day in January.
 */
export function readTypedTime(text: string, today: string): TypedTime | undefined {
  const parts = splitTime(text.trim().toLowerCase().replace(/\s+/gu, ' '));
  if (parts === undefined) return undefined;
  const { rest, time } = parts;
  const day = rest === '' ? (time === undefined ? undefined : today) : (readWords(rest, today) ?? readDate(rest, today));
  return day === undefined ? undefined : { day, ...(time === undefined ? {} : { time }) };
}

/** The instant of a day and a time in the time zone of the device. */
export function toInstant(day: string, time: string): string {
  return new Date(`${day}T${time}:00`).toISOString();
}
