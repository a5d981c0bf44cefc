import { describe, expect, it } from 'vitest';
import type { TimeUnit } from '#engine/model/filter';
import { formatPeriod } from './period-label.ts';

describe('formatPeriod', () => {
  it.each<[TimeUnit, string, string]>([
    ['hour', '2026-11-26T00', '11/26/26, 12 am'],
    ['hour', '2026-11-26T14', '11/26/26, 2 pm'],
    ['day', '2026-11-26', '11/26/26'],
    ['week', '2026-11-22', 'Week of 11/22/26'],
    ['month', '2026-11-01', 'Nov 2026'],
    ['quarter', '2026-10-01', 'Q4 2026'],
    ['year', '2026-01-01', '2026'],
  ])('names the %s %s', (unit, start, label) => {
    expect(formatPeriod(unit, start)).toBe(label);
  });
});
