import { addDays, visibleRange, type CalendarPosition } from '../../headless/calendar/index.ts';

const createDateFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const MONTH = createDateFormat({ month: 'long', year: 'numeric' });
const SHORT_MONTH = createDateFormat({ month: 'short', year: 'numeric' });
const WHOLE_DAY = createDateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const LONG_DAY = createDateFormat({ weekday: 'long', month: 'long', day: 'numeric' });
const DAY = createDateFormat({ weekday: 'short', month: 'short', day: 'numeric' });
const WEEKDAY = createDateFormat({ weekday: 'short' });
const MONTH_DAY = createDateFormat({ month: 'short', day: 'numeric' });
const MONTH_DAY_YEAR = createDateFormat({ month: 'short', day: 'numeric', year: 'numeric' });

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** `Wednesday, November 18`. */
export const formatLongDay = (day: string): string => LONG_DAY.format(dateOf(day));
/** `Wed, Nov 18`. */
export const formatWeekdayDate = (day: string): string => DAY.format(dateOf(day));
/** `Wed`. */
export const formatWeekday = (day: string): string => WEEKDAY.format(dateOf(day));
/** `Nov 18`. */
export const formatMonthDay = (day: string): string => MONTH_DAY.format(dateOf(day));
/** The number of a day in its month. */
export const formatDayNumber = (day: string): string => String(Number(day.slice(8)));

/** The title of the shown range: `November 2026`, `Nov 15 – 21, 2026`, `Wednesday, November 18, 2026`; shorter on a phone. */
export function formatCalendarTitle(place: CalendarPosition, isShort = false): string {
  if (place.span === 'day') return (isShort ? MONTH_DAY_YEAR : WHOLE_DAY).format(dateOf(place.at));
  if (place.span !== 'week') return (isShort ? SHORT_MONTH : MONTH).format(dateOf(place.at));
  const { first, end } = visibleRange(place);
  return MONTH_DAY_YEAR.formatRange(dateOf(first), dateOf(addDays(end, -1))).replaceAll('\u2009', ' ');
}

/** A minute of the day as a time: `9:30 AM`, or `9:30a` if space is limited. */
export function formatClockTime(minute: number, isShort = false): string {
  const hour = Math.floor(minute / 60) % 24;
  const rest = minute % 60;
  const half = hour < 12 ? 'AM' : 'PM';
  const shown = `${hour % 12 === 0 ? 12 : hour % 12}${rest === 0 && isShort ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return isShort ? `${shown}${half[0]?.toLowerCase() ?? ''}` : `${shown} ${half}`;
}
