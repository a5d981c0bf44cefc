import { describe, expect, it } from 'vitest';
import { findFirstDay, findNextOccurrence } from './occurrence.ts';
import { moveDay, moveInstant } from './move-instant.ts';

const next = (rule: string, day: string, from = day) => findNextOccurrence(rule, day, from);

describe('The next time of a task', () => {
  it('follows from the rule and the day for which the task was scheduled', () => {
    expect(next('FREQ=DAILY', '2027-03-01')?.day).toBe('2027-03-02');
    expect(next('FREQ=WEEKLY;BYDAY=MO,TH', '2027-03-01')?.day).toBe('2027-03-04');
    expect(next('FREQ=WEEKLY;INTERVAL=2', '2027-03-01')?.day).toBe('2027-03-15');
    expect(next('FREQ=MONTHLY;BYDAY=-1FR', '2027-03-26')?.day).toBe('2027-04-30');
    expect(next('FREQ=YEARLY', '2028-02-29')?.day).toBe('2032-02-29');
  });

  it('is not before today: what was missed is left out', () => {
    expect(next('FREQ=DAILY', '2027-03-01', '2027-03-10')?.day).toBe('2027-03-10');
    expect(next('FREQ=WEEKLY', '2027-03-01', '2027-03-10')?.day).toBe('2027-03-15');
  });

  it('ends with a number of times, which counts what is left, or on a day, which is included', () => {
    expect(next('FREQ=DAILY;COUNT=3', '2027-03-01')).toEqual({ day: '2027-03-02', rule: 'FREQ=DAILY;COUNT=2' });
    expect(next('FREQ=DAILY;COUNT=3', '2027-03-01', '2027-03-03')).toEqual({ day: '2027-03-03', rule: 'FREQ=DAILY;COUNT=1' });
    expect(next('FREQ=DAILY;COUNT=1', '2027-03-01')).toBeUndefined();
    // The end of March 3 in New York, in Tokyo and in Honolulu.
    for (const until of ['20270304T045959Z', '20270303T145959Z', '20270304T095959Z']) {
      expect(next(`FREQ=DAILY;UNTIL=${until}`, '2027-03-02')?.day).toBe('2027-03-03');
      expect(next(`FREQ=DAILY;UNTIL=${until}`, '2027-03-03')).toBeUndefined();
    }
  });

  it('does not exist for a rule that names no day, or that cannot be read', () => {
    expect(next('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31', '2027-03-01')).toBeUndefined();
    expect(next('every day', '2027-03-01')).toBeUndefined();
  });
});

describe('The first day of a rule', () => {
  it('is the day from which it is asked for, unless the rule names others', () => {
    expect(findFirstDay('FREQ=WEEKLY', '2027-03-03')).toBe('2027-03-03');
    expect(findFirstDay('FREQ=WEEKLY;BYDAY=MO;COUNT=1', '2027-03-03')).toBe('2027-03-08');
    expect(findFirstDay('FREQ=WEEKLY;BYDAY=WE', '2027-03-03')).toBe('2027-03-03');
    expect(findFirstDay('never', '2027-03-03')).toBe('2027-03-03');
  });
});

describe('What moves with a due date', () => {
  it('keeps its time of the day over daylight saving', () => {
    expect(moveInstant('2027-03-12T14:00:00.000Z', '2027-03-12', '2027-03-15', 'America/New_York')).toBe('2027-03-15T13:00:00.000Z');
    expect(moveDay('2027-02-26', '2027-03-01', '2027-03-08')).toBe('2027-03-05');
  });
});
