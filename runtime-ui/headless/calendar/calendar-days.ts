import { timestampToDay, dayToTimestamp } from '#engine/model/time';

const DAY = 86_400_000;

/** The time spans that a calendar can show. An agenda is a month as a list. */
export const CALENDAR_SPANS = ['month', 'week', 'day', 'agenda'] as const;
export type CalendarSpan = (typeof CALENDAR_SPANS)[number];

/** The position of a calendar: a day `YYYY-MM-DD`, and the span shown around it. */
export interface CalendarPosition {
  readonly span: CalendarSpan;
  readonly at: string;
}

/** The visible days. A month has whole weeks from Sunday, so it includes days of the adjacent months. */
export interface CalendarRange {
  readonly days: readonly string[];
  readonly first: string;
  /** The day after the last one. */
  readonly end: string;
}

/** Adds days to a day `YYYY-MM-DD`. Works on dates without a time, so that daylight saving time has no effect. */
export function addDays(day: string, count: number): string {
  return timestampToDay(dayToTimestamp(day) + count * DAY);
}

/** The number of days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((dayToTimestamp(to) - dayToTimestamp(from)) / DAY);
}

/** The earlier of two days. */
function earlierDay(a: string, b: string): string {
  return a < b ? a : b;
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(dayToTimestamp(day)).getUTCDay();
}

/** The Sunday at the beginning of a day's week. */
export function startOfWeek(day: string): string {
  return addDays(day, -weekdayOf(day));
}

/** The first day of a day's month. */
function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Adds months to a day; the last day of the month if it has no such day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const months = year * 12 + month - 1 + count;
  const first = timestampToDay(Date.UTC(Math.floor(months / 12), months % 12, 1));
  const last = timestampToDay(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0));
  return earlierDay(addDays(first, date - 1), last);
}

function rangeOf(first: string, end: string): CalendarRange {
  return { days: Array.from({ length: daysBetween(first, end) }, (_, at) => addDays(first, at)), first, end };
}

/** The days that a position shows. */
export function visibleRange({ span, at }: CalendarPosition): CalendarRange {
  if (span === 'day') return rangeOf(at, addDays(at, 1));
  if (span === 'week') return rangeOf(startOfWeek(at), addDays(startOfWeek(at), 7));
  const first = startOfMonth(at);
  const end = addMonths(first, 1);
  return span === 'agenda' ? rangeOf(first, end) : rangeOf(startOfWeek(first), addDays(startOfWeek(addDays(end, -1)), 7));
}

/** The position one span later, or earlier for -1. */
export function stepPosition({ span, at }: CalendarPosition, by: 1 | -1): CalendarPosition {
  if (span === 'day') return { span, at: addDays(at, by) };
  return { span, at: span === 'week' ? addDays(at, 7 * by) : addMonths(at, by) };
}

const MONTH_TEXT = /^[12]\d{3}-(?:0[1-9]|1[0-2])$/u;
const DAY_TEXT = /^[12]\d{3}-\d{2}-\d{2}$/u;

/**
 * Parses the position in a query string from `at` (a month `2026-11` or a day `2026-11-18`) and `span`; missing or invalid values mean
 * today's month.
 */
export function parseCalendarPosition(query: URLSearchParams, today: string): CalendarPosition {
  const requested = query.get('span');
  const span = CALENDAR_SPANS.find((one) => one === requested) ?? 'month';
  const at = query.get('at') ?? '';
  if (DAY_TEXT.test(at) && timestampToDay(dayToTimestamp(at)) === at) return { span, at };
  if (!MONTH_TEXT.test(at)) return { span, at: today };
  // A month without a day means today if it is in that month, so that switching to the week view shows this week.
  return { span, at: today.startsWith(at) ? today : `${at}-01` };
}

/** Writes a position to a query string, in addition to its other parameters: months without a day, so that links stay short. */
export function serializeCalendarPosition(query: URLSearchParams, { span, at }: CalendarPosition): URLSearchParams {
  const next = new URLSearchParams(query);
  next.set('at', span === 'week' || span === 'day' ? at : at.slice(0, 7));
  next.set('span', span);
  return next;
}
