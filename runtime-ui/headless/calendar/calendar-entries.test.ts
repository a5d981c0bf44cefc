import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureField } from '../../fields/widgets/fixture-module.ts';
import { addDays } from './calendar-days.ts';
import { coversDay, toCalendarEntries, layoutWeek, type CalendarEntry } from './calendar-entries.ts';
import type { CalendarFields } from './calendar-fields.ts';

const days = Array.from({ length: 7 }, (_, at) => addDays('2026-11-15', at));
const date: CalendarFields = {
  field: fixtureField('Date', { fieldName: 'start' }),
  end: fixtureField('Date', { fieldName: 'end' }),
  zone: 'UTC',
};
const entry = (id: string, first: string, last = first): CalendarEntry => ({
  id,
  record: { _id: id, _version: 1 },
  first,
  last,
  minute: undefined,
  minutes: undefined,
});
const none = new Map<string, number>();

describe('calendar entries', () => {
  it('cover the days from start to end, and one day if the end is missing or before the start', () => {
    const record = (_id: string, start: string | null, end?: string) => ({
      _id,
      _version: 1,
      start,
      ...(end === undefined ? {} : { end }),
    });
    const made = toCalendarEntries(date, [
      record('a', '2026-11-16', '2026-11-18'),
      record('b', '2026-11-17'),
      record('c', null),
      record('a', '2026-11-16'),
      record('d', '2026-11-19', '2026-11-01'),
    ]);
    expect(made.map(({ id, first, last }) => [id, first, last])).toEqual([
      ['a', '2026-11-16', '2026-11-18'],
      ['b', '2026-11-17', '2026-11-17'],
      ['d', '2026-11-19', '2026-11-19'],
    ]);
  });

  it('have their time of day and their duration', () => {
    const time = {
      field: fixtureField('DateTime', { fieldName: 'start' }),
      end: fixtureField('DateTime', { fieldName: 'end' }),
      zone: 'America/New_York',
    };
    const [made] = toCalendarEntries(time, [{ _id: 'a', _version: 1, start: '2026-11-18T14:30:00.000Z', end: '2026-11-18T15:15:00.000Z' }]);
    expect([made?.first, made?.last, made?.minute, made?.minutes]).toEqual(['2026-11-18', '2026-11-18', 570, 45]);
  });
});

describe('a week', () => {
  it('draws an entry of several days as one segment, cut at the edges of the week', () => {
    const { segments } = layoutWeek(
      days,
      [entry('short', '2026-11-16'), entry('long', '2026-11-01', '2026-11-17'), entry('next', '2026-11-21', '2026-12-03')],
      none,
      5,
    );
    expect(segments.map(({ entry: { id }, column, span, row, isFirst, isLast }) => [id, column, span, row, isFirst, isLast])).toEqual([
      ['long', 0, 3, 0, false, true],
      ['next', 6, 1, 0, true, false],
      ['short', 1, 1, 1, true, true],
    ]);
  });

  it('counts hidden entries per day, including those that were not loaded', () => {
    const monday = Array.from({ length: 5 }, (_, at) => entry(`m${at}`, '2026-11-16'));
    expect(layoutWeek(days, monday, none, 5).hiddenCounts.size).toBe(0);
    const tight = layoutWeek(days, monday, none, 4);
    expect([tight.segments.length, tight.hiddenCounts.get('2026-11-16')]).toEqual([3, 2]);
    const notLoadedCounts = layoutWeek(days, monday.slice(0, 2), new Map([['2026-11-16', 40]]), 4);
    expect([notLoadedCounts.segments.length, notLoadedCounts.hiddenCounts.get('2026-11-16')]).toEqual([2, 40]);
  });

  it('counts each entry of each day once, drawn or not, and draws no entry over another', () => {
    const stretch = fc
      .tuple(fc.integer({ min: -4, max: 8 }), fc.integer({ min: 0, max: 9 }))
      .map(([from, length]) => ({ first: addDays('2026-11-15', from), last: addDays('2026-11-15', from + length) }));
    const missing = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 25 }), missing, fc.integer({ min: 1, max: 6 }), (stretches, counts, lines) => {
        const entries = stretches.map(({ first, last }, at) => entry(`e${at}`, first, last));
        const notLoadedCounts = new Map(days.map((day, at) => [day, counts[at] ?? 0]));
        const { segments, hiddenCounts } = layoutWeek(days, entries, notLoadedCounts, lines);
        for (const [column, day] of days.entries()) {
          const drawn = segments.filter((segment) => segment.column <= column && column < segment.column + segment.span);
          expect(drawn.length + (hiddenCounts.get(day) ?? 0)).toBe(
            entries.filter((one) => coversDay(one, day)).length + (notLoadedCounts.get(day) ?? 0),
          );
          expect(new Set(drawn.map(({ row }) => row)).size).toBe(drawn.length);
          const remaining = hiddenCounts.has(day) ? lines - 1 : lines;
          for (const { row } of drawn) expect(row).toBeLessThan(remaining);
        }
      }),
      { numRuns: 300 },
    );
  });
});
