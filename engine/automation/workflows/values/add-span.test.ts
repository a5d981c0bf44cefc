import { describe, expect, it } from 'vitest';
import type { WorkflowUnit } from '#engine/model/definitions';
import { zoneClock } from '#engine/model/time';
import { computeDue } from '../triggers/compute-due.ts';
import { addSpan, addSpanToDay } from './add-span.ts';

const zone = zoneClock('America/New_York');

describe('A span', () => {
  it.each<[string, number, WorkflowUnit, string]>([
    ['2026-01-31', 1, 'months', '2026-02-28'],
    ['2024-02-29', 1, 'years', '2025-02-28'],
    ['2026-03-31', -1, 'months', '2026-02-28'],
    ['2026-12-30', 1, 'weeks', '2027-01-06'],
    ['2026-01-01', -1, 'days', '2025-12-31'],
    ['2026-01-01', 36, 'hours', '2026-01-02'],
    ['no day', 1, 'days', 'no day'],
  ])('is added to the day %s: %i %s', (day, amount, unit, expected) => {
    expect(addSpanToDay(day, { amount, unit })).toBe(expected);
  });

  it('keeps the time of day when the clocks change, unless it is counted in hours', () => {
    const before = Date.parse('2026-03-07T17:00:00Z');
    expect(new Date(addSpan(before, { amount: 1, unit: 'days' }, zone)).toISOString()).toBe('2026-03-08T16:00:00.000Z');
    expect(new Date(addSpan(before, { amount: 24, unit: 'hours' }, zone)).toISOString()).toBe('2026-03-08T17:00:00.000Z');
  });

  it('gives the time at which a workflow starts, unless it has passed', () => {
    const now = Date.parse('2026-05-01T00:00:00Z');
    const due = (time: object, value: string) => computeDue({ time: { field: 'f', ...time } as never }, value, zone, now);
    expect(due({ offset: { amount: -2, unit: 'days' }, at: '06:30' }, '2026-05-10')).toBe(Date.parse('2026-05-08T10:30:00Z'));
    expect(due({ offset: { amount: -90, unit: 'minutes' } }, '2026-05-10')).toBe(Date.parse('2026-05-10T10:30:00Z'));
    expect(due({ offset: { amount: 3, unit: 'hours' } }, '2026-05-10T01:00:00.000Z')).toBe(Date.parse('2026-05-10T04:00:00Z'));
    expect(due({ offset: { amount: -2, unit: 'weeks' } }, '2026-05-10')).toBeUndefined();
  });
});
