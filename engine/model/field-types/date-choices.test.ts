import { describe, expect, it } from 'vitest';
import { DATE_CHOICES } from '../definitions/choices.ts';
import { dayOfChoice, makeDateDefault } from './date-choices.ts';

describe('default date choices', () => {
  // A Saturday at the end of a month, on a day that February does not have.
  const today = '2026-01-31';
  it.each([
    ['Yesterday', '2026-01-30'],
    ['Today', '2026-01-31'],
    ['Tomorrow', '2026-02-01'],
    ['Next Week', '2026-02-07'],
    ['Next Monday', '2026-02-02'],
    ['Next Friday', '2026-02-06'],
    ['Two Weeks', '2026-02-14'],
    ['Next Month', '2026-02-28'],
    ['First Day of Next Month', '2026-02-01'],
    ['Three Months', '2026-04-30'],
    ['Six Months', '2026-07-31'],
    ['Next Year', '2027-01-31'],
    ['Last Week', '2026-01-24'],
    ['This Month', '2026-01-01'],
    ['Last Month', '2025-12-01'],
  ] as const)('%s is %s', (choice, day) => {
    expect(dayOfChoice(choice, today)).toBe(day);
  });

  it('are the fifteen of the specification', () => expect(DATE_CHOICES).toHaveLength(15));

  it('are one week later if today is the chosen weekday', () => expect(dayOfChoice('Next Monday', '2026-02-02')).toBe('2026-02-09'));

  it('are counted from the day in the time zone', () => {
    const now = Date.parse('2026-02-01T03:30:20.000Z');
    expect(makeDateDefault('Date', 'Today', now, 'America/New_York')).toBe('2026-01-31');
    expect(makeDateDefault('Date', 'Today', now, 'UTC')).toBe('2026-02-01');
  });

  it('have the time of day at which the record is created, also when the clocks change in between', () => {
    const now = Date.parse('2026-03-07T15:30:20.000Z');
    expect(makeDateDefault('DateTime', 'Today', now, 'America/New_York')).toBe('2026-03-07T15:30:00.000Z');
    expect(makeDateDefault('DateTime', 'Tomorrow', now, 'America/New_York')).toBe('2026-03-08T14:30:00.000Z');
  });
});
