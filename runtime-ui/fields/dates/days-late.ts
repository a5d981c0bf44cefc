import type { FieldView, ModuleView } from '#engine/model/wire';
import { isDeadlineOpen, type RecordValues } from '../../headless/index.ts';
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

/** Days since an open deadline of a record; 0: it is not late. A deadline is open while the `openWhen` of its field is true. */
export function countDaysLate(module: ModuleView, field: FieldView, record: RecordValues, now: Date = new Date()): number {
  const value = record[field.fieldName];
  if (field.openWhen === undefined || typeof value !== 'string' || value === '') return 0;
  const days = countDaysSince(value, now);
  return days > 0 && isDeadlineOpen(module, field, record) ? days : 0;
}
