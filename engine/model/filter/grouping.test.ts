import { describe, expect, it } from 'vitest';
import { bucketOf, startOfNext, type GroupStep, type TimeUnit } from './grouping.ts';

function step(unit: TimeUnit, of: 'day' | 'instant' = 'instant', timeZone = 'America/New_York'): GroupStep & { readonly kind: 'bucket' } {
  return { kind: 'bucket', key: { id: 'k', kind: of === 'day' ? 'text' : 'number', list: false }, of, unit, timeZone };
}

describe('bucketOf', () => {
  const saturdayNight = Date.parse('2025-03-09T04:59:59.999Z');
  const sunday = Date.parse('2025-03-09T05:00:00.000Z');

  it.each<[TimeUnit, string, string]>([
    ['hour', '2025-03-08T23', '2025-03-09T00'],
    ['day', '2025-03-08', '2025-03-09'],
    ['week', '2025-03-02', '2025-03-09'],
    ['month', '2025-03-01', '2025-03-01'],
    ['quarter', '2025-01-01', '2025-01-01'],
    ['year', '2025-01-01', '2025-01-01'],
  ])('groups by %s in local time, with weeks starting on Sunday', (unit, before, after) => {
    expect(bucketOf(step(unit), saturdayNight)).toBe(before);
    expect(bucketOf(step(unit), sunday)).toBe(after);
  });

  it('omits the hour that the clock skips, and treats the repeated hour as one', () => {
    const hours = Array.from({ length: 4 }, (_, hour) => bucketOf(step('hour'), sunday + hour * 3_600_000));
    expect(hours).toEqual(['2025-03-09T00', '2025-03-09T01', '2025-03-09T03', '2025-03-09T04']);
    const autumn = Date.parse('2025-11-02T04:00:00.000Z');
    expect(Array.from({ length: 4 }, (_, hour) => bucketOf(step('hour'), autumn + hour * 3_600_000))).toEqual([
      '2025-11-02T00',
      '2025-11-02T01',
      '2025-11-02T01',
      '2025-11-02T02',
    ]);
  });

  it.each<[TimeUnit, string, string]>([
    ['hour', '2026-12-31T23', '2027-01-01T00'],
    ['day', '2024-02-28', '2024-02-29'],
    ['week', '2026-12-27', '2027-01-03'],
    ['month', '2026-12-01', '2027-01-01'],
    ['quarter', '2026-10-01', '2027-01-01'],
    ['year', '2026-01-01', '2027-01-01'],
  ])('knows the %s after %s', (unit, start, next) => {
    expect(startOfNext(unit, start)).toBe(next);
  });

  it('uses days unchanged, in any time zone', () => {
    for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Niue']) {
      expect(bucketOf(step('day', 'day', timeZone), '2024-12-31')).toBe('2024-12-31');
      expect(bucketOf(step('week', 'day', timeZone), '2025-01-01')).toBe('2024-12-29');
      expect(bucketOf(step('quarter', 'day', timeZone), '2024-12-31')).toBe('2024-10-01');
      expect(bucketOf(step('hour', 'day', timeZone), '2024-12-31')).toBe('2024-12-31T00');
    }
  });
});
