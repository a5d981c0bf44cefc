import type { DateChoice, InputType } from '../definitions/choices.ts';
import { dayToTimestamp, zoneClock } from '../time/zone.ts';
import { addDays, addMonths } from './date-types.ts';

const MONDAY = 1;
const FRIDAY = 5;

const DAYS: { readonly [choice in DateChoice]: (today: string) => string } = {
  Yesterday: (today) => addDays(today, -1),
  Today: (today) => today,
  Tomorrow: (today) => addDays(today, 1),
  'Next Week': (today) => addDays(today, 7),
  'Next Monday': (today) => nextWeekday(today, MONDAY),
  'Next Friday': (today) => nextWeekday(today, FRIDAY),
  'Two Weeks': (today) => addDays(today, 14),
  'Next Month': (today) => addMonths(today, 1),
  'First Day of Next Month': (today) => firstOfMonth(addMonths(today, 1)),
  'Three Months': (today) => addMonths(today, 3),
  'Six Months': (today) => addMonths(today, 6),
  'Next Year': (today) => addMonths(today, 12),
  'Last Week': (today) => addDays(today, -7),
  'This Month': firstOfMonth,
  'Last Month': (today) => firstOfMonth(addMonths(today, -1)),
};

/** The day of a default date choice, as `YYYY-MM-DD`. A weekday that is today is the one of the next week. */
export function dayOfChoice(choice: DateChoice, today: string): string {
  return DAYS[choice](today);
}

const MINUTE = 60_000;

/**
 * The default of a Date or DateTime for a record that is created at this instant. A DateTime has the time of day at which the record is
 * created, to the minute, in the same time zone.
 */
export function makeDateDefault(inputType: InputType, choice: DateChoice, now: number, timeZone: string): string {
  const clock = zoneClock(timeZone);
  const today = clock.dayOf(now);
  const day = dayOfChoice(choice, today);
  if (inputType !== 'DateTime') return day;
  const minute = Math.floor(now / MINUTE) * MINUTE;
  const distance = dayToTimestamp(day) - dayToTimestamp(today);
  // Between the two days the clocks may be changed.
  const shift = clock.localTime(minute + distance) - (clock.localTime(minute) + distance);
  return new Date(minute + distance - shift).toISOString();
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

function nextWeekday(today: string, weekday: number): string {
  const ahead = (weekday - new Date(dayToTimestamp(today)).getUTCDay() + 7) % 7;
  return addDays(today, ahead === 0 ? 7 : ahead);
}
