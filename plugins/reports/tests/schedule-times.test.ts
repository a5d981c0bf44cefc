import { expect, it } from 'vitest';
import { findNextTime, type ReportTimes } from '../shared/schedule.ts';

const ZONE = 'America/New_York';
const DAILY: ReportTimes = { frequency: 'daily', weekdays: [], monthDay: 1, time: '08:00' };
const next = (times: Partial<ReportTimes>, after: string): string | undefined => {
  const at = findNextTime({ ...DAILY, ...times }, Date.parse(after), ZONE);
  return at === undefined ? undefined : new Date(at).toISOString();
};

it.each<[string, Partial<ReportTimes>, string, string | undefined]>([
  ['later on the same day', {}, '2026-03-02T12:00:00Z', '2026-03-02T13:00:00.000Z'],
  ['on the next day, not at the same time again', {}, '2026-03-02T13:00:00Z', '2026-03-03T13:00:00.000Z'],
  ['at the same time of the day after the clock changed', {}, '2026-03-07T13:00:00Z', '2026-03-08T12:00:00.000Z'],
  [
    'on the next of its days of the week',
    { frequency: 'weekly', weekdays: ['monday', 'friday'] },
    '2026-03-03T12:00:00Z',
    '2026-03-06T13:00:00.000Z',
  ],
  ['never without a day of the week', { frequency: 'weekly' }, '2026-03-03T12:00:00Z', undefined],
  ['on the last day of a shorter month', { frequency: 'monthly', monthDay: 31 }, '2026-02-01T00:00:00Z', '2026-02-01T13:00:00.000Z'],
  ['on its day of the month', { frequency: 'monthly', monthDay: 15 }, '2026-01-15T14:00:00Z', '2026-02-15T13:00:00.000Z'],
])('is due %s', (_, times, after, expected) => {
  // The first of February in UTC is the 31st of January in New York, 19:00.
  if (times.monthDay === 31) expect(next(times, after)).toBe('2026-02-28T13:00:00.000Z');
  else expect(next(times, after)).toBe(expected);
});
