import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CalendarEntry } from './calendar-entries.ts';
import { layoutHours } from './calendar-hours.ts';

const at = (id: string, minute: number, minutes?: number): CalendarEntry => ({
  id,
  record: { _id: id, _version: 1 },
  first: '2026-11-18',
  last: '2026-11-18',
  minute,
  minutes,
});

it('gives overlapping entries a column each, and others the whole width', () => {
  const laid = layoutHours([at('b', 570, 60), at('a', 540, 60), at('c', 630), at('d', 1430)]);
  expect(laid.map(({ entry, from, to, column, columns }) => [entry.id, from, to, column, columns])).toEqual([
    ['a', 540, 600, 0, 2],
    ['b', 570, 630, 1, 2],
    ['c', 630, 660, 0, 1],
    ['d', 1410, 1440, 0, 1],
  ]);
});

it('draws no entry over another, and each within its day', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(some, (list) => {
      const laid = layoutHours(list.map(([minute, minutes], index) => at(`e${index}`, minute, minutes)));
      expect(laid).toHaveLength(list.length);
      for (const one of laid) {
        expect(one.from >= 0 && one.to <= 1440 && one.to > one.from && one.column < one.columns).toBe(true);
        for (const other of laid)
          if (other !== one && other.column === one.column) expect(other.to <= one.from || other.from >= one.to).toBe(true);
      }
    }),
  );
});
