import { dayToTimestamp } from '#engine/model';

const DAY = 24 * 3_600_000;
const SUNDAY = 0;
const SATURDAY = 6;

/** Days from one day (`YYYY-MM-DD`) to another; 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  return Math.round((dayToTimestamp(to) - dayToTimestamp(from)) / DAY);
}

/** Mondays to Fridays from one day to another, both included. */
export function countWorkingDays(from: string, to: string): number {
  const days = daysBetween(from, to) + 1;
  const first = new Date(dayToTimestamp(from)).getUTCDay();
  const rest = Array.from({ length: Math.max(0, days % 7) }, (_, index) => (first + index) % 7);
  return Math.max(0, Math.floor(days / 7) * 5 + rest.filter((day) => day !== SUNDAY && day !== SATURDAY).length);
}
