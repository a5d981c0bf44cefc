import { formatDay, formatDayInText } from '../../kit/index.ts';

const FULL_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** The day of an instant in the user's time zone, as `YYYY-MM-DD`. */
export function localDay(instant: Date): string {
  return `${instant.getFullYear()}-${String(instant.getMonth() + 1).padStart(2, '0')}-${String(instant.getDate()).padStart(2, '0')}`;
}

/** Days from one day `YYYY-MM-DD` to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** A day `YYYY-MM-DD` for display: `Nov 18, 2026`. */
export function formatFullDay(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : FULL_DAY.format(date);
}

/** The time of an instant in the user's time zone: `1:15 PM`. */
export function formatTime(stored: string): string {
  const instant = new Date(stored);
  return Number.isNaN(instant.getTime()) ? stored : TIME.format(instant).replace('\u202f', ' ');
}

/** A short instant: the time if it is today, else the day. */
export function formatShortInstant(stored: string, now: Date = new Date()): string {
  return formatInstant(stored, now, formatDay);
}

/** A short instant for the middle of a sentence: `today 1:15 PM`, `yesterday`, `Nov 18`. */
export function formatInstantInText(stored: string, now: Date = new Date()): string {
  return formatInstant(stored, now, formatDayInText);
}

function formatInstant(stored: string, now: Date, format: typeof formatDay): string {
  const instant = new Date(stored);
  if (Number.isNaN(instant.getTime())) return stored;
  const day = format(stored, now);
  return localDay(instant) === localDay(now) ? `${day} ${formatTime(stored)}` : day;
}

/** A full instant: `Nov 18, 2026, 1:15 PM`. */
export function formatFullInstant(stored: string): string {
  const instant = new Date(stored);
  return Number.isNaN(instant.getTime()) ? stored : `${formatFullDay(localDay(instant))}, ${formatTime(stored)}`;
}
