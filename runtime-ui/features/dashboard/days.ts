import { localDay } from '../../fields/values/index.ts';

/** The calendar day this many days after today. */
export function dayAfterToday(days: number, now: Date = new Date()): string {
  return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}
