import dayjs from 'dayjs';

/** A calendar day for people: Today, Tomorrow, Yesterday, `Nov 23`, or `Nov 23, 2027` in another year. Takes `YYYY-MM-DD` or an instant. */
export function formatDay(value: string, now: Date = new Date()): string {
  const day = dayjs(value);
  if (!day.isValid()) return value;
  const today = dayjs(now).startOf('day');
  const apart = day.startOf('day').diff(today, 'day');
  if (apart === 0) return 'Today';
  if (apart === 1) return 'Tomorrow';
  if (apart === -1) return 'Yesterday';
  return day.format(day.year() === today.year() ? 'MMM D' : 'MMM D, YYYY');
}

/** Whether a calendar day lies before today. */
export function isLate(value: string, now: Date = new Date()): boolean {
  return dayjs(value).isBefore(dayjs(now).startOf('day'));
}

/** How long ago an instant was, in short: `now`, `12 min`, `3 h`, else its day. */
export function formatAgo(value: string, now: Date = new Date()): string {
  const minutes = dayjs(now).diff(dayjs(value), 'minute');
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  return minutes < 720 ? `${Math.floor(minutes / 60)} h` : formatDay(value, now);
}
