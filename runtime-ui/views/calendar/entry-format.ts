import { findDropdown, recordName } from '../../headless/index.ts';
import { hasTimes, type CalendarEntry } from '../../headless/calendar/index.ts';
import { optionLabel } from '../../fields/values/index.ts';
import { t, type PillHue } from '../../kit/index.ts';
import type { CalendarContextValue } from './calendar-context.ts';
import { formatClockTime, formatWeekdayDate, formatMonthDay } from './calendar-format.ts';

/** The status of an entry with its colour; undefined: it has none. */
export function findEntryStatus(
  { module, status }: Pick<CalendarContextValue, 'module' | 'status'>,
  { record }: CalendarEntry,
): { readonly label: string; readonly hue: PillHue } | undefined {
  const value = status && record[status.fieldName];
  if (status === undefined || typeof value !== 'string' || value === '') return undefined;
  const hue = findDropdown(module, status)?.options.find((option) => option.value === value)?.hue;
  return { label: optionLabel(module, status, value), hue: hue ?? 'gray' };
}

/** The title of an entry. */
export function entryTitle({ module }: Pick<CalendarContextValue, 'module'>, { record }: CalendarEntry): string {
  return recordName(module, record);
}

/** The full date and time of an entry: `Wed, Nov 18, 9:30 AM – 10:15 AM`, `Wed, Nov 18 – Fri, Nov 20`. */
export function formatEntryTime({ fields }: Pick<CalendarContextValue, 'fields'>, { first, last, minute, minutes }: CalendarEntry): string {
  const isTimed = hasTimes(fields) && minute !== undefined;
  const begin = isTimed ? `${formatWeekdayDate(first)}, ${formatClockTime(minute)}` : formatWeekdayDate(first);
  if (isTimed && minutes !== undefined) {
    const until = formatClockTime((minute + minutes) % 1440);
    return last === first ? `${begin} – ${until}` : `${begin} – ${formatWeekdayDate(last)}, ${until}`;
  }
  return last === first ? begin : `${begin} – ${formatWeekdayDate(last)}`;
}

/** The time of an entry, or the day on which it ends; "" if the entry has neither. */
export function formatShortEntryTime({ fields }: Pick<CalendarContextValue, 'fields'>, { first, last, minute }: CalendarEntry): string {
  if (last > first) return t('calendar.until', { day: formatMonthDay(last) });
  return hasTimes(fields) && minute !== undefined ? formatClockTime(minute) : '';
}
