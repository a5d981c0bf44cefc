const DAY = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A calendar day is the same in every time zone; an instant is converted to a day in the browser's time zone. */
function readDate(value: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value) ?? [];
  const date = year === undefined ? new Date(value) : new Date(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Days since 1970 of a date's calendar day, independent of daylight saving time. */
function dayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
}

/**
 * Formats a calendar day for display: Today, Tomorrow, Yesterday, `Nov 23`, or `Nov 23, 2027` in another year. Accepts `YYYY-MM-DD` or an
 * instant.
 */
export function formatDay(value: string, now: Date = new Date()): string {
  const date = readDate(value);
  if (!date) return value;
  const apart = dayNumber(date) - dayNumber(now);
  if (apart === 0) return 'Today';
  if (apart === 1) return 'Tomorrow';
  if (apart === -1) return 'Yesterday';
  const day = `${MONTHS[date.getMonth()]} ${date.getDate()}`;
  return date.getFullYear() === now.getFullYear() ? day : `${day}, ${date.getFullYear()}`;
}

/** Formats a calendar day for the middle of a sentence: today, tomorrow, yesterday, `Nov 23`. */
export function formatDayInText(value: string, now: Date = new Date()): string {
  const day = formatDay(value, now);
  return /^(Today|Tomorrow|Yesterday)$/.test(day) ? day.toLowerCase() : day;
}

/** Whether a calendar day, or the day of an instant in the browser's time zone, is today. */
export function isToday(value: string, now: Date = new Date()): boolean {
  const date = readDate(value);
  return date !== undefined && dayNumber(date) === dayNumber(now);
}

/** Whether a calendar day is before today. */
export function isBeforeToday(value: string, now: Date = new Date()): boolean {
  const date = readDate(value);
  return date !== undefined && dayNumber(date) < dayNumber(now);
}

/** Formats how long ago an instant was: `now`, `12 min`, `3 h`, else its day. */
export function formatRelativeTime(value: string, now: Date = new Date()): string {
  const date = readDate(value);
  if (!date) return '';
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 720 ? `${Math.floor(minutes / 60)} h` : formatDay(value, now);
}
