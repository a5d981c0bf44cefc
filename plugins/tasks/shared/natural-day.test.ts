import { describe, expect, it } from 'vitest';
import { readTypedTime } from './natural-day.ts';

/** A Wednesday. */
const TODAY = '2027-03-03';
const read = (text: string) => readTypedTime(text, TODAY);

describe('A typed due date', () => {
  it('is a day by its distance', () => {
    const days = { today: '03', Tomorrow: '04', ' in 3  days': '06', '2 weeks': '17', 'in a week': '10', 'next week': '08' };
    for (const [text, date] of Object.entries(days)) expect([text, read(text)?.day]).toEqual([text, `2027-03-${date}`]);
    expect(read('next month')?.day).toBe('2027-04-03');
    expect(readTypedTime('in 1 month', '2027-01-31')?.day).toBe('2027-02-28');
  });

  it('is a weekday: the next one, or the one of the next week', () => {
    expect(read('fri')?.day).toBe('2027-03-05');
    expect(read('Wednesday')?.day).toBe('2027-03-10');
    expect(read('mon')?.day).toBe('2027-03-08');
    expect(read('next fri')?.day).toBe('2027-03-12');
    expect(read('next monday')?.day).toBe('2027-03-08');
    expect(readTypedTime('next week', '2027-03-07')?.day).toBe('2027-03-08');
  });

  it('is a date, of the next year if it has passed', () => {
    for (const text of ['6/12', '06/12/2027', '6.12.27', '2027-06-12', 'jun 12', 'June 12, 2027', '12 june']) {
      expect([text, read(text)?.day]).toEqual([text, '2027-06-12']);
    }
    expect(read('1/15')?.day).toBe('2028-01-15');
    expect(read('may 1')?.day).toBe('2027-05-01');
  });

  it('may have a time', () => {
    expect(read('tomorrow 3pm')).toEqual({ day: '2027-03-04', time: '15:00' });
    expect(read('fri at 9:30 AM')).toEqual({ day: '2027-03-05', time: '09:30' });
    expect(read('15:45')).toEqual({ day: TODAY, time: '15:45' });
    expect(read('12 am')).toEqual({ day: TODAY, time: '00:00' });
  });

  it('is nothing else', () => {
    for (const text of ['', 'soon', 'fr', '2/30', '13/1', 'next', 'in days', 'tomorrow 25:00', '13pm', 'call mei']) {
      expect([text, read(text)]).toEqual([text, undefined]);
    }
  });
});
