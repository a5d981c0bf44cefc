import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  CALENDAR_SPANS,
  daysBetween,
  visibleRange,
  parseCalendarPosition,
  startOfWeek,
  stepPosition,
  weekdayOf,
  serializeCalendarPosition,
} from './calendar-days.ts';

const days = fc.integer({ min: 0, max: 60_000 }).map((count) => addDays('1970-01-01', count));
const spans = fc.constantFrom(...CALENDAR_SPANS);

describe('days', () => {
  it('are counted across the ends of months and years', () => {
    expect(['2026-02-28', '2028-02-28', '2026-12-31', '2026-03-31'].map((day) => addDays(day, 1))).toEqual([
      '2026-03-01',
      '2028-02-29',
      '2027-01-01',
      '2026-04-01',
    ]);
    expect([addDays('2026-03-01', -1), addDays('2028-03-01', -1), addDays('2027-01-01', -1)]).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-12-31',
    ]);
  });

  it('are each 1 apart, also across a change of daylight saving time', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -800, max: 800 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count);
        expect(addDays(addDays(day, count), -count)).toBe(day);
      }),
    );
    expect(Array.from({ length: 4 }, (_, at) => addDays('2026-03-07', at))).toEqual([
      '2026-03-07',
      '2026-03-08',
      '2026-03-09',
      '2026-03-10',
    ]);
  });

  it('move by months to the last day if the month is too short', () => {
    expect([
      addMonths('2026-01-31', 1),
      addMonths('2028-01-31', 1),
      addMonths('2026-03-31', -1),
      addMonths('2026-12-15', 1),
      addMonths('2026-01-15', -1),
      addMonths('2028-02-29', 12),
    ]).toEqual(['2026-02-28', '2028-02-29', '2026-02-28', '2027-01-15', '2025-12-15', '2029-02-28']);
  });
});

describe('the visible days', () => {
  it('of a month are whole weeks from Sunday, with each day once', () => {
    fc.assert(
      fc.property(days, (at) => {
        const { days: shown, first, end } = visibleRange({ span: 'month', at });
        expect(shown.length % 7).toBe(0);
        expect([weekdayOf(first), weekdayOf(end)]).toEqual([0, 0]);
        expect(new Set(shown).size).toBe(shown.length);
        const inMonth = shown.filter((day) => day.slice(0, 7) === at.slice(0, 7));
        expect(inMonth.length).toBe(daysBetween(`${at.slice(0, 7)}-01`, addMonths(`${at.slice(0, 7)}-01`, 1)));
        expect(shown.length - inMonth.length).toBeLessThan(14);
      }),
    );
  });

  it('are four weeks in a February that begins on a Sunday, six in months that need them', () => {
    expect([
      visibleRange({ span: 'month', at: '2026-02-10' }).days.length,
      visibleRange({ span: 'month', at: '2026-08-10' }).days.length,
    ]).toEqual([28, 42]);
  });

  it('contain the current day of the calendar', () => {
    fc.assert(
      fc.property(spans, days, (span, at) => {
        expect(visibleRange({ span, at }).days).toContain(at);
      }),
    );
  });

  it('continue without a gap when paging forward, and return when paging back', () => {
    fc.assert(
      fc.property(fc.constantFrom('week' as const, 'day' as const, 'agenda' as const), days, (span, at) => {
        const here = visibleRange({ span, at });
        expect(visibleRange(stepPosition({ span, at }, 1)).first).toBe(here.end);
        expect(visibleRange(stepPosition({ span, at }, -1)).end).toBe(here.first);
      }),
    );
    expect(stepPosition({ span: 'month', at: '2026-01-31' }, 1)).toEqual({ span: 'month', at: '2026-02-28' });
  });
});

describe('the query string of a calendar', () => {
  it('contains the position, and is parsed again', () => {
    fc.assert(
      fc.property(spans, days, (span, at) => {
        const place = parseCalendarPosition(serializeCalendarPosition(new URLSearchParams('q=ann'), { span, at }), '2026-11-18');
        expect(visibleRange(place)).toEqual(visibleRange({ span, at }));
        expect(place.span).toBe(span);
      }),
    );
    expect(serializeCalendarPosition(new URLSearchParams('q=ann'), { span: 'month', at: '2026-11-18' }).toString()).toBe(
      'q=ann&at=2026-11&span=month',
    );
  });

  it('means today if it is empty or invalid', () => {
    for (const text of ['', 'at=2026-13', 'at=2026-02-30', 'at=soon&span=year', 'at=2026-11'])
      expect(parseCalendarPosition(new URLSearchParams(text), '2026-11-18')).toEqual({ span: 'month', at: '2026-11-18' });
    expect(parseCalendarPosition(new URLSearchParams('at=2026-10&span=week'), '2026-11-18')).toEqual({ span: 'week', at: '2026-10-01' });
    expect(startOfWeek('2026-11-18')).toBe('2026-11-15');
  });
});
