import { describe, expect, it } from 'vitest';
import { zoneClock } from '../time/index.ts';
import {
  describeRule,
  formatExcluded,
  formatRule,
  isOccurrence,
  listOccurrences,
  parseExcluded,
  parseRule,
  splitRule,
  type RecurrenceRule,
} from './index.ts';

function ruleOf(text: string): RecurrenceRule {
  const read = parseRule(text);
  if (!read.ok) throw new TypeError(read.message);
  return read.rule;
}

const DAY = 86_400_000;
const daysOf = (text: string, start: string, window: readonly [string, string], limit = 1_000): string[] =>
  listOccurrences(
    { rule: ruleOf(text), start: Date.parse(start), zone: 'UTC' },
    { from: Date.parse(window[0]), to: Date.parse(window[1]) },
    limit,
  ).map((instant) => new Date(instant).toISOString().slice(0, 10));

const YEAR_2027 = ['2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z'] as const;

describe('The occurrences of a rule', () => {
  // Each row: rule, first occurrence, days in 2027.
  it.each([
    ['FREQ=DAILY;INTERVAL=3;COUNT=4', '2027-02-26T09:00:00Z', '2027-02-26 2027-03-01 2027-03-04 2027-03-07'],
    ['FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4', '2027-03-03T09:00:00Z', '2027-03-03 2027-03-08 2027-03-10 2027-03-15'],
    // The days of RFC 5545, page 45: the day on which a week begins makes a difference.
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '2027-08-03T09:00:00Z', '2027-08-03 2027-08-08 2027-08-17 2027-08-22'],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '2027-08-03T09:00:00Z', '2027-08-03 2027-08-15 2027-08-17 2027-08-29'],
    ['FREQ=MONTHLY;COUNT=4', '2027-01-31T09:00:00Z', '2027-01-31 2027-03-31 2027-05-31 2027-07-31'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', '2027-01-31T09:00:00Z', '2027-01-31 2027-02-28 2027-03-31'],
    ['FREQ=MONTHLY;BYDAY=1MO;UNTIL=20270601', '2027-03-01T09:00:00Z', '2027-03-01 2027-04-05 2027-05-03'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', '2027-01-29T09:00:00Z', '2027-01-29 2027-02-26 2027-03-26'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '2027-08-13T09:00:00Z', '2027-08-13'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', '2027-01-29T09:00:00Z', '2027-01-29 2027-02-26 2027-03-31'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', '2026-11-26T09:00:00Z', '2027-11-25'],
    ['FREQ=YEARLY', '2024-02-29T09:00:00Z', ''],
    ['FREQ=DAILY;BYMONTH=1;BYDAY=SA,SU;COUNT=3', '2027-01-02T09:00:00Z', '2027-01-02 2027-01-03 2027-01-09'],
  ])('%s from %s', (text, start, days) => {
    expect(daysOf(text, start, YEAR_2027).join(' ')).toBe(days);
  });

  it('always include the first one, and leave out what is excluded', () => {
    const series = { rule: ruleOf('FREQ=WEEKLY;BYDAY=MO;COUNT=3'), start: Date.parse('2027-03-04T09:00:00Z'), zone: 'UTC' };
    const window = { from: 0, to: Date.parse('2028-01-01T00:00:00Z') };
    const all = listOccurrences(series, window, 10).map((one) => new Date(one).toISOString().slice(0, 10));
    expect(all).toEqual(['2027-03-04', '2027-03-08', '2027-03-15']);
    const excluded = parseExcluded('20270308T090000Z');
    expect(listOccurrences({ ...series, excluded }, window, 10)).toHaveLength(2);
    expect(isOccurrence({ ...series, excluded }, Date.parse('2027-03-08T09:00:00Z'))).toBe(false);
    expect(isOccurrence(series, Date.parse('2027-03-08T09:00:00Z'))).toBe(true);
    expect(formatExcluded(parseExcluded('20270308T090000Z,x,20270301T090000Z'))).toBe('20270301T090000Z,20270308T090000Z');
  });

  it('are bounded by the window and the limit for rules without an end and for rules that never match', () => {
    expect(daysOf('FREQ=DAILY', '1970-01-01T09:00:00Z', YEAR_2027)).toHaveLength(365);
    expect(daysOf('FREQ=DAILY', '1970-01-01T09:00:00Z', YEAR_2027, 7)).toHaveLength(7);
    expect(daysOf('FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', '1970-01-01T09:00:00Z', YEAR_2027)).toEqual([]);
  });

  it('of any rule are in the window, in order, and the same however the window is divided', () => {
    const rules = [
      'FREQ=DAILY;INTERVAL=2',
      'FREQ=WEEKLY;BYDAY=SU,TH',
      'FREQ=MONTHLY;BYDAY=2TU',
      'FREQ=YEARLY;BYMONTH=3,9',
      'FREQ=DAILY;COUNT=90',
    ];
    for (const [at, text] of rules.entries()) {
      for (const zone of ['America/New_York', 'America/Phoenix', 'Pacific/Apia', 'UTC']) {
        const series = { rule: ruleOf(text), start: Date.parse(`2026-0${at + 1}-15T23:30:00Z`), zone };
        const [from, to] = [Date.parse('2027-01-01T00:00:00Z'), Date.parse('2027-12-31T00:00:00Z')];
        const whole = listOccurrences(series, { from, to }, 1_000);
        expect(whole.every((one, index) => one >= from && one < to && one > (whole[index - 1] ?? 0))).toBe(true);
        const parts = Array.from({ length: 52 }, (_, week) =>
          listOccurrences(series, { from: from + week * 7 * DAY, to: from + (week + 1) * 7 * DAY }, 50),
        );
        expect(parts.flat(), `${text} in ${zone}`).toEqual(whole);
      }
    }
  });
});

describe('Daylight saving', () => {
  const localTimes = (zone: string, start: string, text: string): string[] =>
    listOccurrences({ rule: ruleOf(text), start: Date.parse(start), zone }, { from: 0, to: Number.MAX_SAFE_INTEGER / 10 }, 20).map(
      (instant) =>
        `${new Date(instant).toISOString().slice(0, 16)} ${new Date(zoneClock(zone).localTime(instant)).toISOString().slice(11, 16)}`,
    );

  // Each row: zone, first occurrence, occurrences as UTC and local time.
  it.each([
    ['America/New_York', '2027-03-13T14:00:00Z', ['2027-03-13T14:00 09:00', '2027-03-14T13:00 09:00', '2027-03-15T13:00 09:00']],
    ['America/New_York', '2027-11-06T13:00:00Z', ['2027-11-06T13:00 09:00', '2027-11-07T14:00 09:00', '2027-11-08T14:00 09:00']],
    // Half past two does not exist on March 14: it counts with the offset before the change.
    ['America/New_York', '2027-03-13T07:30:00Z', ['2027-03-13T07:30 02:30', '2027-03-14T07:30 03:30', '2027-03-15T06:30 02:30']],
    // Half past one exists twice on November 7: the first one counts.
    ['America/New_York', '2027-11-06T05:30:00Z', ['2027-11-06T05:30 01:30', '2027-11-07T05:30 01:30', '2027-11-08T06:30 01:30']],
    ['America/Phoenix', '2027-03-13T16:00:00Z', ['2027-03-13T16:00 09:00', '2027-03-14T16:00 09:00', '2027-03-15T16:00 09:00']],
  ])('keeps the local time in %s from %s', (zone, start, expected) => {
    expect(localTimes(zone, start, 'FREQ=DAILY;COUNT=3')).toEqual(expected);
  });
});

describe('The text of a rule', () => {
  it('is written as it was read', () => {
    for (const text of [
      'FREQ=DAILY',
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=20270401T035959Z;BYDAY=MO,WE;WKST=SU',
      'FREQ=MONTHLY;COUNT=3;BYDAY=-1FR,2MO',
    ])
      expect(formatRule(ruleOf(text))).toBe(text);
    expect(formatRule(ruleOf('rrule:freq=weekly;byday=mo;'))).toBe('FREQ=WEEKLY;BYDAY=MO');
  });

  it.each([
    ['', 'The repetition must be by days, weeks, months or years.'],
    ['FREQ=HOURLY', 'An event can repeat once a day at most.'],
    ['FREQ=DAILY;BYHOUR=9', 'The repetition uses BYHOUR, which this calendar does not support.'],
    ['FREQ=DAILY;COUNT=0', 'The number of times of the repetition must be a whole number from 1 to 1000.'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270401', 'The repetition ends after a number of times or on a day, not both.'],
    ['FREQ=DAILY;UNTIL=20270230', 'The repetition ends on a day that does not exist.'],
    ['FREQ=DAILY;UNTIL=never', 'The repetition ends on a day that cannot be read.'],
    ['FREQ=WEEKLY;BYDAY=XX', 'The repetition names the weekday XX, which does not exist.'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'The first or last weekday can only repeat by months or years.'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'The day of the month of the repetition must be a whole number from -31 to 31.'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'The repetition names FREQ twice.'],
  ])('%s is refused', (text, message) => {
    expect(parseRule(text)).toEqual({ ok: false, message });
  });

  it.each([
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=5', 'Every 2 weeks on Monday and Wednesday, 5 times'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every week on weekdays'],
    ['FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270401T035959Z', 'Every month on the last Friday, until Mar 31, 2027'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'Every year on the 4th Thursday in November'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2', 'Every month on the 2nd of weekdays'],
  ])('%s in words', (text, words) => {
    expect(describeRule(ruleOf(text), 'America/New_York')).toBe(words);
  });
});

it('A series that is split continues with the occurrences that are left', () => {
  const series = { rule: ruleOf('FREQ=WEEKLY;BYDAY=MO;COUNT=5'), start: Date.parse('2027-03-01T09:00:00Z'), zone: 'UTC' };
  const { before, after } = splitRule(series, Date.parse('2027-03-15T09:00:00Z'));
  expect(formatRule(before)).toBe('FREQ=WEEKLY;UNTIL=20270315T085959Z;BYDAY=MO');
  expect(formatRule(after)).toBe('FREQ=WEEKLY;COUNT=3;BYDAY=MO');
});
