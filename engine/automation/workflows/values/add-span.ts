import type { WorkflowSpan } from '#engine/model/definitions';
import { addDays, addMonths, isDay } from '#engine/model/field-types';
import { dayToTimestamp, timestampToDay, type ZoneClock } from '#engine/model/time';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * An instant with a span added. Days and longer units keep the local time of day, also across a change of the clocks; months and years end
 * at the last day of a shorter month: 31 January and one month is 28 or 29 February.
 */
export function addSpan(instant: number, { amount, unit }: WorkflowSpan, zone: ZoneClock): number {
  if (unit === 'minutes') return instant + amount * MINUTE;
  if (unit === 'hours') return instant + amount * HOUR;
  const local = zone.localTime(instant);
  const day = timestampToDay(local);
  const moved = addSpanToDay(day, { amount, unit });
  return zone.instantAt(dayToTimestamp(moved) + (local - dayToTimestamp(day)));
}

/** A day `YYYY-MM-DD` with a span added; hours and minutes count from its start, and whole days remain. */
export function addSpanToDay(day: string, { amount, unit }: WorkflowSpan): string {
  if (!isDay(day)) return day;
  switch (unit) {
    case 'minutes':
      return addDays(day, Math.floor(amount / 1440));
    case 'hours':
      return addDays(day, Math.floor(amount / 24));
    case 'days':
      return addDays(day, amount);
    case 'weeks':
      return addDays(day, amount * 7);
    case 'months':
      return addMonths(day, amount);
    case 'years':
      return addMonths(day, amount * 12);
  }
}
