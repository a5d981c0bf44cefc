import { findDropdown, recordName } from '../../headless/index.ts';
import { hasTimes, type CalendarEntry } from '../../headless/calendar/index.ts';
import { optionLabel } from '../../fields/values/index.ts';
import { t, type PillHue } from '../../kit/index.ts';
import type { CalendarWork } from './calendar-work.ts';
import { clockWords, dayWords, monthDay } from './calendar-words.ts';

/** The status of an entry with its colour; undefined: it has none. */
export function statusOf({ module, status }: Pick<CalendarWork, 'module' | 'status'>, { record }: CalendarEntry): { readonly label: string; readonly hue: PillHue } | undefined {
  const value = status && record[status.fieldName];
  if (status === undefined || typeof value !== 'string' || value === '') return undefined;
  const hue = findDropdown(module, status)?.options.find((option) => option.value === value)?.hue;
  return { label: optionLabel(module, status, value), hue: hue ?? 'gray' };
}

/** What an entry is called. */
export function nameOf({ module }: Pick<CalendarWork, 'module'>, { record }: CalendarEntry): string {
  return recordName(module, record);
}

/** When an entry is, in full: `Wed, Nov 18, 9:30 AM – 10:15 AM`, `Wed, Nov 18 – Fri, Nov 20`. */
export function whenWords({ fields }: Pick<CalendarWork, 'fields'>, { first, last, minute, minutes }: CalendarEntry): string {
  const isTimed = hasTimes(fields) && minute !== undefined;
  const begin = isTimed ? `${dayWords(first)}, ${clockWords(minute)}` : dayWords(first);
  if (isTimed && minutes !== undefined) {
    const until = clockWords((minute + minutes) % 1440);
    return last === first ? `${begin} – ${until}` : `${begin} – ${dayWords(last)}, ${until}`;
  }
  return last === first ? begin : `${begin} – ${dayWords(last)}`;
}

/** When an entry is, beside its day: its time, or until which day it goes on; "" where the day says all. */
export function shortWhen({ fields }: Pick<CalendarWork, 'fields'>, { first, last, minute }: CalendarEntry): string {
  if (last > first) return t('calendar.until', { day: monthDay(last) });
  return hasTimes(fields) && minute !== undefined ? clockWords(minute) : '';
}
