import type { JsonValue } from '#engine/model';

const DAY = 86_400_000;

/** The days from one day to another, both `YYYY-MM-DD`. */
function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** The days before the end on which people are reminded, by the setting. */
export function readReminderDays(setting: JsonValue | undefined): readonly number[] {
  return Array.isArray(setting) ? (setting as readonly JsonValue[]).filter((one): one is number => typeof one === 'number') : [];
}

/** What was reminded of last: `2027-03-01/60`, the day on which the item expires and the days before it. */
export function formatReminder(expires: string, days: number): string {
  return `${expires}/${days}`;
}

/**
 * The reminder that is due: of the days before the end, those that were reached last. Undefined: none is due, or it was sent, or a later
 * one was sent, as when the clock was set back. After the end none is due.
 */
export function findDueReminder(expires: string, today: string, days: readonly number[], last: string | undefined): number | undefined {
  const left = countDays(today, expires);
  const reached = left < 0 ? [] : days.filter((one) => one >= left);
  if (reached.length === 0) return undefined;
  const due = Math.min(...reached);
  const [lastEnd, lastDays] = (last ?? '').split('/');
  return lastEnd === expires && Number(lastDays) <= due ? undefined : due;
}
