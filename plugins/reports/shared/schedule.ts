import { dayToTimestamp, zoneClock } from '#engine/model';
import { textsIn, type Stored } from './stored-report.ts';

/** How often a report is sent. */
export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** The days of a week as they are stored, in the order of `Date.getUTCDay`. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** When a report is sent. */
export interface ReportTimes {
  readonly frequency: Frequency;
  /** For weekly ones, at least one. */
  readonly weekdays: readonly string[];
  /** For monthly ones, 1 to 31; in shorter months the last day. */
  readonly monthDay: number;
  /** Hour and minute: '08:00'. */
  readonly time: string;
}

/** The times of the dropdown `time_of_day`: every half hour. */
export const TIMES: readonly string[] = Array.from(
  { length: 48 },
  (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`,
);

/** A time of a day for people: '8:00 AM'. */
export function formatTimeOfDay(time: string): string {
  const [hours = 0, minutes = '00'] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Enough days for the next day of any month. */
const DAYS_AHEAD = 63;

function isTime(text: string): boolean {
  return TIME.test(text);
}

/** Reads when a record of `reportSchedules` is due. */
export function readTimes(record: Stored): ReportTimes {
  const { frequency, weekdays, month_day: monthDay, send_time: time } = record;
  return {
    frequency: FREQUENCIES.find((one) => one === frequency) ?? 'weekly',
    weekdays: textsIn(weekdays),
    monthDay: typeof monthDay === 'number' ? monthDay : 1,
    time: typeof time === 'string' && isTime(time) ? time : '08:00',
  };
}

/** The next time after another, in epoch milliseconds; undefined: there is none, as for weekly ones without a day. */
export function findNextTime(times: ReportTimes, after: number, timeZone: string): number | undefined {
  const zone = zoneClock(timeZone);
  const [, hours = '0', minutes = '0'] = TIME.exec(times.time) ?? [];
  const first = dayToTimestamp(zone.dayOf(after));
  for (let day = first; day <= first + DAYS_AHEAD * DAY; day += DAY) {
    if (!isDueOn(times, new Date(day))) continue;
    const at = zone.instantAt(day + (Number(hours) * 60 + Number(minutes)) * MINUTE);
    if (at > after) return at;
  }
  return undefined;
}

function isDueOn({ frequency, weekdays, monthDay }: ReportTimes, day: Date): boolean {
  if (frequency === 'daily') return true;
  if (frequency === 'weekly') return weekdays.includes(WEEKDAYS[day.getUTCDay()] ?? '');
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  return day.getUTCDate() === Math.min(monthDay, last);
}
