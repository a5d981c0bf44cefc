import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './calendar-days.ts';
import { CALENDAR_PAGE, planDayRequests } from './calendar-requests.ts';

const days = Array.from({ length: 35 }, (_, at) => addDays('2026-11-01', at));
const end = addDays('2026-11-01', 35);
const plan = (counts: Readonly<Record<string, number>>, perDay = 6) => planDayRequests(days, end, new Map(Object.entries(counts)), perDay);

describe('the requests for the records of a range of days', () => {
  it('are one request if all records fit on a page', () => {
    expect(plan({ '2026-11-03': 40, '2026-11-10': 20 })).toEqual([{ first: '2026-11-03', end, size: 60 }]);
    expect(plan({})).toEqual([]);
  });

  it('do not load most records of a busy day', () => {
    expect(plan({ '2026-11-03': 4, '2026-11-04': 9000, '2026-11-05': 7 })).toEqual([
      { first: '2026-11-03', end: '2026-11-04', size: 4 },
      { first: '2026-11-04', end: '2026-11-05', size: 6 },
      { first: '2026-11-05', end, size: 7 },
    ]);
  });

  it('cover each day as far as it is shown, never twice and never more than a page at a time', () => {
    const counts = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 5000 })), {
      minLength: 35,
      maxLength: 35,
    });
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 60 }), (list, perDay) => {
        const byDay = new Map(days.map((day, at) => [day, list[at] ?? 0]));
        const requests = planDayRequests(days, end, byDay, perDay);
        for (const [at, { first, end: last, size }] of requests.entries()) {
          expect(size).toBeLessThanOrEqual(CALENDAR_PAGE);
          if (at > 0) expect(first >= (requests[at - 1]?.end ?? '')).toBe(true);
          const count = days.filter((day) => day >= first && day < last).reduce((sum, day) => sum + (byDay.get(day) ?? 0), 0);
          // All existing records, or the share of one day.
          expect(
            size === count || (size === perDay && days.indexOf(last) - days.indexOf(first) === 1) || (size === perDay && last === end),
          ).toBe(true);
        }
        for (const day of days)
          if ((byDay.get(day) ?? 0) > 0) expect(requests.filter(({ first, end: last }) => day >= first && day < last)).toHaveLength(1);
      }),
    );
  });
});
