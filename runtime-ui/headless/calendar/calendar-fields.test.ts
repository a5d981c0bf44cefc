import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneClock } from '#engine/model/time';
import { fixtureField, fixtureModule } from '../../fields/widgets/fixture-module.ts';
import { listViewTypeItems } from '../list/view-types.ts';
import { addDays } from './calendar-days.ts';
import {
  startsWithinFilter,
  dayOfValue,
  findEndField,
  ongoingAtFilter,
  toInstant,
  lastDayOf,
  minuteOf,
  buildMoveToValueChanges,
  buildMoveToDayChanges,
  buildDayPrefill,
  visibleWithinFilter,
  type CalendarFields,
} from './calendar-fields.ts';

const ZONES = [
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'America/Sao_Paulo',
] as const;
const date: CalendarFields = {
  field: fixtureField('Date', { fieldName: 'start_date' }),
  end: fixtureField('Date', { fieldName: 'end_date' }),
  zone: 'America/New_York',
};
const time: CalendarFields = {
  field: fixtureField('DateTime', { fieldName: 'start' }),
  end: fixtureField('DateTime', { fieldName: 'end' }),
  zone: 'America/New_York',
};
const days = fc.integer({ min: 7_000, max: 30_000 }).map((count) => addDays('1970-01-01', count));
const zones = fc.constantFrom(...ZONES);

describe('the fields that a module names', () => {
  const fields = [
    fixtureField('Dropdown', { fieldName: 'kind' }),
    fixtureField('Dropdown', { fieldName: 'status' }),
    fixtureField('Date', { fieldName: 'opened' }),
    fixtureField('Date', { fieldName: 'start_date' }),
    fixtureField('Date', { fieldName: 'end_date' }),
    fixtureField('Date', { fieldName: 'closed' }),
  ];
  const first = (module: ReturnType<typeof fixtureModule>, kind: 'board' | 'calendar') => listViewTypeItems(module, kind)[0]?.fieldName;

  it('are the ones that boards and calendars open with', () => {
    const plain = fixtureModule({ fields });
    expect([first(plain, 'board'), first(plain, 'calendar')]).toEqual(['kind', 'opened']);
    const named = fixtureModule({ fields, boardBy: 'status', calendarBy: { field: 'start_date', end: 'closed' } });
    expect([first(named, 'board'), first(named, 'calendar')]).toEqual(['status', 'start_date']);
    expect(findEndField(named, fields[3]!)?.fieldName).toBe('closed');
    const hidden = fixtureModule({ fields, boardBy: 'gone' });
    expect(first(hidden, 'board')).toBe('kind');
  });

  it('are an end only if they can be one', () => {
    const module = fixtureModule({ fields, calendarBy: { field: 'start_date', end: 'gone' } });
    expect(findEndField(module, fields[3]!)?.fieldName).toBe('end_date');
    const other = fixtureModule({ fields, calendarBy: { field: 'opened', end: 'kind' } });
    expect(findEndField(other, fields[2]!)).toBeUndefined();
  });
});

describe('the end field of a calendar', () => {
  it('is a field of the same type with the same name, but "end" for "start"', () => {
    const pair = (type: 'Date' | 'DateTime', first: string, last: string, lastType: 'Date' | 'DateTime' = type, more = {}) => {
      const field = fixtureField(type, { fieldName: first });
      return findEndField(fixtureModule({ fields: [field, fixtureField(lastType, { fieldName: last, ...more })] }), field)?.fieldName;
    };
    expect([
      pair('Date', 'start_date', 'end_date'),
      pair('Date', 'date_start', 'date_end'),
      pair('Date', 'lease_start', 'lease_end'),
      pair('DateTime', 'start', 'end'),
      pair('Date', 'open_from', 'open_until'),
    ]).toEqual(['end_date', 'date_end', 'lease_end', 'end', 'open_until']);
    expect([
      pair('Date', 'start_date', 'due_date'),
      pair('Date', 'restart_date', 'end_date'),
      pair('Date', 'wanted_start_date', 'end_date'),
      pair('Date', 'start_date', 'end_date', 'DateTime'),
      pair('Date', 'start', 'end', 'Date', { filterable: false }),
    ]).toEqual(Array.from({ length: 5 }, () => undefined));
  });
});

describe('the day of a value', () => {
  it("is the day itself, or the day in the reader's time zone", () => {
    expect(dayOfValue(date, '2026-11-18')).toBe('2026-11-18');
    expect([dayOfValue(time, '2026-11-19T04:30:00.000Z'), dayOfValue({ ...time, zone: 'UTC' }, '2026-11-19T04:30:00.000Z')]).toEqual([
      '2026-11-18',
      '2026-11-19',
    ]);
    expect([dayOfValue(time, null), dayOfValue(time, 'soon'), dayOfValue(date, undefined)]).toEqual([undefined, undefined, undefined]);
  });

  it('does not include the day that begins when the entry ends', () => {
    expect([
      lastDayOf(time, '2026-11-19T05:00:00.000Z'),
      lastDayOf(time, '2026-11-19T05:00:00.001Z'),
      lastDayOf(date, '2026-11-19'),
    ]).toEqual(['2026-11-18', '2026-11-19', '2026-11-19']);
  });
});

describe('a minute of a day', () => {
  it('is parsed back from its instant, except when the clock skips it', () => {
    fc.assert(
      fc.property(zones, days, fc.integer({ min: 0, max: 1439 }), (zone, day, minute) => {
        const instant = toInstant(zone, day, minute);
        const isSkipped = zoneClock(zone).dayOf(Date.parse(instant)) !== day || minuteOf({ zone }, instant) !== minute;
        if (!isSkipped) return;
        // Only if the day has a change to daylight saving time.
        const clock = zoneClock(zone);
        expect(clock.endOfDay(day) - clock.startOfDay(day)).toBeLessThanOrEqual(24 * 3_600_000);
        expect(minuteOf({ zone }, instant)).toBeGreaterThan(minute);
        expect(minuteOf({ zone }, instant) - minute).toBeLessThanOrEqual(60);
      }),
      { numRuns: 400 },
    );
  });

  it('keeps the hour on days with a change of daylight saving time', () => {
    expect([
      toInstant('America/New_York', '2026-03-08', 540),
      toInstant('America/New_York', '2026-11-01', 540),
      toInstant('America/New_York', '2026-03-08', 150),
    ]).toEqual(['2026-03-08T13:00:00.000Z', '2026-11-01T14:00:00.000Z', '2026-03-08T07:30:00.000Z']);
  });
});

describe('an entry that is moved to another day', () => {
  it('keeps its time and moves its end by the same distance', () => {
    expect(buildMoveToDayChanges(time, { start: '2026-03-06T15:30:00.000Z', end: '2026-03-06T16:00:00.000Z' }, '2026-03-09')).toEqual({
      start: '2026-03-09T14:30:00.000Z',
      end: '2026-03-09T15:00:00.000Z',
    });
    expect(buildMoveToDayChanges(date, { start_date: '2028-02-27', end_date: '2028-03-01' }, '2028-02-28')).toEqual({
      start_date: '2028-02-28',
      end_date: '2028-03-02',
    });
    expect(buildMoveToDayChanges(date, { start_date: '2026-11-18' }, '2026-11-20')).toEqual({ start_date: '2026-11-20' });
    expect(buildMoveToDayChanges(date, {}, '2026-11-20')).toEqual({ start_date: '2026-11-20' });
  });

  it('also moves its end when the hour changes', () => {
    expect(
      buildMoveToValueChanges(time, { start: '2026-03-06T15:30:00.000Z', end: '2026-03-06T16:00:00.000Z' }, '2026-03-09T17:00:00.000Z'),
    ).toEqual({ start: '2026-03-09T17:00:00.000Z', end: '2026-03-09T17:30:00.000Z' });
    expect(
      buildMoveToValueChanges(time, { start: '2026-03-06T15:30:00.000Z', end: '2026-03-06T16:00:00.000Z' }, '2026-03-09T14:30:00.000Z'),
    ).toEqual({ start: '2026-03-09T14:30:00.000Z', end: '2026-03-09T15:00:00.000Z' });
    expect(buildMoveToValueChanges(date, { start_date: '2026-11-18', end_date: '2026-11-19' }, '2026-12-01')).toEqual({
      start_date: '2026-12-01',
      end_date: '2026-12-02',
    });
  });

  it('is on that day in any time zone and season', () => {
    fc.assert(
      fc.property(zones, days, days, fc.integer({ min: 0, max: 1439 }), (zone, from, to, minute) => {
        const fields = { ...time, zone };
        const moved = buildMoveToDayChanges(fields, { start: toInstant(zone, from, minute) }, to);
        expect(dayOfValue(fields, moved['start'])).toBe(to);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the filter of a range of days', () => {
  it("is a range of days, or of the instants at which they begin in the reader's time zone", () => {
    expect(startsWithinFilter(date, '2026-11-01', '2026-12-01')).toEqual({
      start_date: { range: { gte: '2026-11-01', lt: '2026-12-01' } },
    });
    expect(startsWithinFilter(time, '2026-11-01', '2026-11-02')).toEqual({
      start: { range: { gte: '2026-11-01T04:00:00.000Z', lt: '2026-11-02T05:00:00.000Z' } },
    });
  });

  it('includes entries that began before and are still running', () => {
    expect(ongoingAtFilter({ ...date, end: undefined }, '2026-11-01')).toBeUndefined();
    expect(visibleWithinFilter(date, '2026-11-01', '2026-12-01')).toEqual({
      or: [
        { start_date: { range: { gte: '2026-11-01', lt: '2026-12-01' } } },
        { start_date: { range: { lt: '2026-11-01' } }, end_date: { range: { gte: '2026-11-01' } } },
      ],
    });
    expect(ongoingAtFilter(time, '2026-11-02')).toEqual({
      start: { range: { lt: '2026-11-02T05:00:00.000Z' } },
      end: { range: { gt: '2026-11-02T05:00:00.000Z' } },
    });
  });
});

it('fills a new record with the day, at nine for an hour', () => {
  expect(buildDayPrefill(date, '2026-11-18')).toEqual({ start_date: '2026-11-18' });
  expect(buildDayPrefill(time, '2026-11-18')).toEqual({ start: '2026-11-18T14:00:00.000Z', end: '2026-11-18T15:00:00.000Z' });
  expect(buildDayPrefill({ ...time, end: undefined }, '2026-11-18', 840)).toEqual({ start: '2026-11-18T19:00:00.000Z' });
});
