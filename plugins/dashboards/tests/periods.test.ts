import { describe, expect, it } from 'vitest';
import { daysOfPeriod, type Period } from '../ui/use-filters.ts';

describe('The period of a dashboard', () => {
  it.each<[Period, string, string]>([
    ['today', '2026-03-05', '2026-03-05'],
    ['week', '2026-02-27', '2026-03-05'],
    ['month', '2026-03-01', '2026-03-05'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['quarter', '2025-12-06', '2026-03-05'],
    ['year', '2026-01-01', '2026-03-05'],
  ])('%s has its days', (period, from, to) => {
    expect(daysOfPeriod(period, '2026-03-05')).toEqual({ from, to });
  });
});
