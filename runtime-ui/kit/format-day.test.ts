import { describe, expect, it } from 'vitest';
import { formatRelativeTime, formatDay, formatDayInText, isBeforeToday, isToday } from './format-day.ts';

const NOW = new Date(2026, 10, 21, 15, 30);

describe('days for display', () => {
  it.each([
    ['2026-11-21', 'Today'],
    ['2026-11-22', 'Tomorrow'],
    ['2026-11-20', 'Yesterday'],
    ['2026-11-17', 'Nov 17'],
    ['2027-01-04', 'Jan 4, 2027'],
    ['not a day', 'not a day'],
  ])('%s is %s', (day, text) => {
    expect(formatDay(day, NOW)).toBe(text);
  });

  it('begins with a small letter in the middle of a sentence', () => {
    const days = ['2026-11-21', '2026-11-22', '2026-11-20', '2026-11-17'];
    expect(days.map((day) => formatDayInText(day, NOW))).toEqual(['today', 'tomorrow', 'yesterday', 'Nov 17']);
  });

  it('is overdue only before today', () => {
    expect([isBeforeToday('2026-11-20', NOW), isBeforeToday('2026-11-21', NOW), isBeforeToday('2026-11-22', NOW)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is today from midnight to midnight, an instant by its day here', () => {
    const instant = (hour: number, minute: number, day = 21) => new Date(2026, 10, day, hour, minute).toISOString();
    expect(['2026-11-20', '2026-11-21', '2026-11-22', 'not a day'].map((day) => isToday(day, NOW))).toEqual([false, true, false, false]);
    expect([instant(23, 59, 20), instant(0, 0), instant(23, 59), instant(0, 0, 22)].map((one) => isToday(one, NOW))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('formats how long ago an instant was', () => {
    const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();
    expect([
      formatRelativeTime(before(0), NOW),
      formatRelativeTime(before(47), NOW),
      formatRelativeTime(before(125), NOW),
      formatRelativeTime(before(1440), NOW),
    ]).toEqual(['now', '47 min', '2 h', 'Yesterday']);
  });
});
