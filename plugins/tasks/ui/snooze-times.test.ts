import { expect, it } from 'vitest';
import { formatWithWeekday, listSnoozeTimes } from './snooze-times.ts';

it('A task is snoozed until later today, tomorrow or next week; late in the evening not until later', () => {
  expect(listSnoozeTimes('2027-03-03', new Date(2027, 2, 3, 10, 10))).toEqual([
    { id: 'laterToday', day: '2027-03-03', time: '13:30' },
    { id: 'tomorrow', day: '2027-03-04', time: '09:00' },
    { id: 'nextWeek', day: '2027-03-08', time: '09:00' },
  ]);
  expect(listSnoozeTimes('2027-03-03', new Date(2027, 2, 3, 21, 5)).map(({ id }) => id)).toEqual(['tomorrow', 'nextWeek']);
});

it('The day of a time is shown with its weekday', () => {
  expect(formatWithWeekday('2027-03-04')).toBe('Thu, Mar 4');
});
