import type { JsonValue } from '#engine/model';

const DAY = 86_400_000;

/** What people are reminded of: that an item expires, or that it is to be handed in. */
export type ReminderKind = 'expiry' | 'due';

/** The days from one day to another, both `YYYY-MM-DD`. */
function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** The days before a date on which people are reminded, by a setting. */
export function readReminderDays(setting: JsonValue | undefined): readonly number[] {
  return Array.isArray(setting) ? (setting as readonly JsonValue[]).filter((one): one is number => typeof one === 'number') : [];
}

/** What was reminded of last: `expiry 2027-03-01/60`, with the date and the days before it. */
export function formatReminder(kind: ReminderKind, date: string, days: number): string {
  return `${kind} ${date}/${days}`;
}

/** A date that people are reminded of. */
export interface ReminderInput {
  readonly kind: ReminderKind;
  readonly date: string;
  readonly today: string;
  /** Days before the date, by the setting. */
  readonly days: readonly number[];
  /** What was reminded of last, '' for nothing. */
  readonly last: string;
}

/**
 * The reminder that is due: of the days before the date, those that were reached last. Undefined: none is due, or it was sent, or a later
 * one was sent, as when the clock was set back. After the date none is due.
 */
export function findDueReminder({ kind, date, today, days, last }: ReminderInput): number | undefined {
  const left = countDays(today, date);
  const reached = left < 0 ? [] : days.filter((one) => one >= left);
  if (reached.length === 0) return undefined;
  const due = Math.min(...reached);
  const [lastDate, lastDays] = last.split('/');
  return lastDate === `${kind} ${date}` && Number(lastDays) <= due ? undefined : due;
}
