import type { Key } from '../compiled/index.ts';
import { timestampToDay, dayToTimestamp, zoneClock } from '../time/index.ts';
import type { GroupStep, TimeUnit } from './group-query.ts';

const DAY = 86_400_000;

/**
 * The period of a day or instant, as the local day on which it starts (`2026-03-08`); for hours with the hour
 * (`2026-03-08T14`). An hour that the clock repeats is one period.
 */
export function bucketOf(step: GroupStep & { readonly kind: 'bucket' }, value: Key): string {
  const local = step.of === 'day' ? dayToTimestamp(String(value)) : zoneClock(step.timeZone).localTime(Number(value));
  return startOf(step.unit, local);
}

function startOf(unit: TimeUnit, local: number): string {
  const day = timestampToDay(local);
  switch (unit) {
    case 'hour':
      return `${day}T${String(new Date(local).getUTCHours()).padStart(2, '0')}`;
    case 'day':
      return day;
    case 'week':
      return timestampToDay(local - new Date(local).getUTCDay() * DAY);
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'quarter':
      return `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
  }
}
