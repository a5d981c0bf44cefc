import { describe, expect, it } from 'vitest';
import { formatFullDay, formatInstantInText, formatShortInstant } from './format-dates.ts';
import { formatTimeOfDay, parseTimeOfDay } from '#engine/model/field-types';
import { parseDayInput, formatDayInput } from './date-input.ts';

describe('typed days and times', () => {
  it.each([
    ['11/18/2026', '2026-11-18'],
    ['11/18', '2026-11-18'],
    ['1-2-27', '2027-01-02'],
    ['2026-11-18', '2026-11-18'],
    ['02/30/2026', undefined],
    ['13/1/2026', undefined],
    ['soon', undefined],
  ])('parses %s as %s', (typed, day) => {
    expect(parseDayInput(typed, 2026)).toBe(day);
  });
  it.each([
    ['2:30 PM', '14:30'],
    ['1030p', '22:30'],
    ['14:05', '14:05'],
    ['12 am', '00:00'],
    ['12:15 pm', '12:15'],
    ['13 pm', undefined],
    ['9:75', undefined],
  ])('parses the time %s as %s', (typed, time) => {
    expect(parseTimeOfDay(typed)).toBe(time);
  });
  it('parses what it formats', () =>
    expect([formatDayInput('2026-11-08'), formatTimeOfDay('00:05'), formatTimeOfDay('14:30')]).toEqual([
      '11/08/2026',
      '12:05 AM',
      '2:30 PM',
    ]));
});

it('says the time of instants of today, and the day of others', () => {
  const now = new Date(2026, 10, 21, 15, 30);
  const instants = [new Date(2026, 10, 21, 9, 5), new Date(2026, 10, 20, 9, 5), new Date(2026, 10, 2)].map((one) => one.toISOString());
  expect(instants.map((one) => formatShortInstant(one, now))).toEqual(['Today 9:05 AM', 'Yesterday', 'Nov 2']);
  expect(instants.map((one) => formatInstantInText(one, now))).toEqual(['today 9:05 AM', 'yesterday', 'Nov 2']);
  expect(formatFullDay('2026-11-08')).toBe('Nov 8, 2026');
});
