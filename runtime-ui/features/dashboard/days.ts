import { daysBetween, localDay } from '../../fields/values/index.ts';

/** Number of days from a calendar day or an instant to today, in the browser's time zone; negative for a later day. */
export function countDaysSince(value: string, now: Date = new Date()): number {
  const day = /^\d{4}-\d{2}-\d{2}$/u.test(value) ? value : localDay(new Date(value));
  return daysBetween(day, localDay(now));
}

/** The calendar day this many days after today. */
export function dayAfterToday(days: number, now: Date = new Date()): string {
  return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}
