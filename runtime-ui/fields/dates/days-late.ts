import { t } from '../../kit/index.ts';
import { daysBetween, localDay } from './format-dates.ts';

/** Number of days from a calendar day or an instant to today, in the browser's time zone; negative for a later day. */
export function countDaysSince(value: string, now: Date = new Date()): number {
  const day = /^\d{4}-\d{2}-\d{2}$/u.test(value) ? value : localDay(new Date(value));
  return daysBetween(day, localDay(now));
}

/** What follows a day that is late: ' · 3 days late'; '' for no days. */
export function describeDaysLate(days: number): string {
  return days > 0 ? ` · ${t('views.due.late', { count: days })}` : '';
}
