import type { RecurrenceRule, RuleWeekday } from './rule.ts';

const DAY = 86_400_000;

/** The days of one period of a rule. Days are numbered from January 1, 1970. */
export interface PeriodDays {
  /** The first day of the period. */
  readonly begin: number;
  /** The days that the rule names, in order. */
  readonly days: readonly number[];
}

interface MonthDate {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly date: number;
}

function dateOf(day: number): MonthDate {
  const date = new Date(day * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate() };
}

/** The number of the first day of a month; months beyond 11 are in later years. */
const monthStart = (year: number, month: number): number => Date.UTC(year, month, 1) / DAY;
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The days of a weekday from `begin` to before `end`: all of them, or the nth. */
function daysOfWeekday({ weekday, ordinal }: RuleWeekday, begin: number, end: number): number[] {
  const first = begin + ((weekday - weekdayOf(begin) + 7) % 7);
  const all = Array.from({ length: Math.max(0, Math.ceil((end - first) / 7)) }, (_, at) => first + at * 7);
  if (ordinal === undefined) return all;
  const found = ordinal > 0 ? all[ordinal - 1] : all.at(ordinal);
  return found === undefined ? [] : [found];
}

/** The days of a month that the rule names by number. */
function daysByNumber(numbers: readonly number[], begin: number, end: number): number[] {
  return numbers.map((number) => (number > 0 ? begin + number - 1 : end + number)).filter((day) => day >= begin && day < end);
}

/** The days of a month: by number, by weekday, by both, or that of the first occurrence. */
function daysOfMonth({ monthDays, weekdays }: RecurrenceRule, year: number, month: number, date: number): number[] {
  const [begin, end] = [monthStart(year, month), monthStart(year, month + 1)];
  const byWeekday = weekdays.flatMap((weekday) => daysOfWeekday(weekday, begin, end));
  if (monthDays.length === 0) return weekdays.length > 0 ? byWeekday : daysByNumber([date], begin, end);
  const byNumber = daysByNumber(monthDays, begin, end);
  return weekdays.length === 0 ? byNumber : byNumber.filter((day) => byWeekday.includes(day));
}

function daysOfYear(rule: RecurrenceRule, year: number, first: MonthDate): number[] {
  const { months, monthDays, weekdays } = rule;
  if (months.length === 0 && monthDays.length === 0 && weekdays.length > 0)
    return weekdays.flatMap((weekday) => daysOfWeekday(weekday, monthStart(year, 0), monthStart(year + 1, 0)));
  const all = monthDays.length > 0 ? Array.from({ length: 12 }, (_, at) => at + 1) : [first.month + 1];
  return (months.length > 0 ? months : all).flatMap((month) => daysOfMonth(rule, year, month - 1, first.date));
}

/** Whether a day is in the months, and has the number and the weekday, that a rule by days or weeks names. */
function isNamed({ months, monthDays, weekdays, frequency }: RecurrenceRule, day: number): boolean {
  const { year, month, date } = dateOf(day);
  if (months.length > 0 && !months.includes(month + 1)) return false;
  if (frequency === 'WEEKLY') return true;
  if (weekdays.length > 0 && !weekdays.some(({ weekday }) => weekday === weekdayOf(day))) return false;
  const left = monthStart(year, month + 1) - day;
  return monthDays.length === 0 || monthDays.some((number) => number === date || number === -left);
}

function weekBegin({ weekStart }: RecurrenceRule, day: number): number {
  return day - ((weekdayOf(day) - weekStart + 7) % 7);
}

function listDays(rule: RecurrenceRule, firstDay: number, period: number): PeriodDays {
  const step = period * rule.interval;
  const first = dateOf(firstDay);
  if (rule.frequency === 'DAILY') return { begin: firstDay + step, days: [firstDay + step].filter((day) => isNamed(rule, day)) };
  if (rule.frequency === 'WEEKLY') {
    const begin = weekBegin(rule, firstDay) + step * 7;
    const weekdays = rule.weekdays.length > 0 ? rule.weekdays : [{ weekday: weekdayOf(firstDay) }];
    return { begin, days: weekdays.flatMap((one) => daysOfWeekday(one, begin, begin + 7)).filter((day) => isNamed(rule, day)) };
  }
  if (rule.frequency === 'YEARLY') return { begin: monthStart(first.year + step, 0), days: daysOfYear(rule, first.year + step, first) };
  const begin = monthStart(first.year, first.month + step);
  const { year, month } = dateOf(begin);
  const isIn = rule.months.length === 0 || rule.months.includes(month + 1);
  return { begin, days: isIn ? daysOfMonth(rule, year, month, first.date) : [] };
}

/** The days of a period of a rule, from 0 for the one of the first occurrence. Days before the first occurrence are included. */
export function periodDays(rule: RecurrenceRule, firstDay: number, period: number): PeriodDays {
  const { begin, days } = listDays(rule, firstDay, period);
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  if (rule.positions.length === 0) return { begin, days: sorted };
  const chosen = new Set(rule.positions.map((at) => (at > 0 ? sorted[at - 1] : sorted.at(at))));
  return { begin, days: sorted.filter((day) => chosen.has(day)) };
}

/** A period that contains a day, or an earlier one. */
export function periodOf({ frequency, interval }: RecurrenceRule, firstDay: number, day: number): number {
  const [first, there] = [dateOf(firstDay), dateOf(day)];
  const passed = {
    DAILY: day - firstDay,
    WEEKLY: Math.floor((day - firstDay) / 7) - 1,
    MONTHLY: (there.year - first.year) * 12 + there.month - first.month - 1,
    YEARLY: there.year - first.year - 1,
  }[frequency];
  return Math.max(0, Math.floor(passed / interval));
}
