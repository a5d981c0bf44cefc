import dayjs, { type Dayjs } from 'dayjs';

/** A default date choice of the specification (part 3, section 3). */
export interface DateChoice {
  readonly label: string;
  /** Computes the day, relative to today. */
  readonly from: (today: Dayjs) => Dayjs;
}

function nextWeekday(today: Dayjs, weekday: number): Dayjs {
  const ahead = (weekday - today.day() + 7) % 7;
  return today.add(ahead === 0 ? 7 : ahead, 'day');
}

/** The fifteen choices in the specification's order. "This" and "last" month are the first day of that month. */
export const DATE_CHOICES: readonly DateChoice[] = [
  { label: 'Yesterday', from: (today) => today.subtract(1, 'day') },
  { label: 'Today', from: (today) => today },
  { label: 'Tomorrow', from: (today) => today.add(1, 'day') },
  { label: 'Next Week', from: (today) => today.add(1, 'week') },
  { label: 'Next Monday', from: (today) => nextWeekday(today, 1) },
  { label: 'Next Friday', from: (today) => nextWeekday(today, 5) },
  { label: 'Two Weeks', from: (today) => today.add(2, 'week') },
  { label: 'Next Month', from: (today) => today.add(1, 'month') },
  { label: 'First Day of Next Month', from: (today) => today.add(1, 'month').startOf('month') },
  { label: 'Three Months', from: (today) => today.add(3, 'month') },
  { label: 'Six Months', from: (today) => today.add(6, 'month') },
  { label: 'Next Year', from: (today) => today.add(1, 'year') },
  { label: 'Last Week', from: (today) => today.subtract(1, 'week') },
  { label: 'This Month', from: (today) => today.startOf('month') },
  { label: 'Last Month', from: (today) => today.subtract(1, 'month').startOf('month') },
];

/** The day of a choice as `YYYY-MM-DD`. */
export function dayOfChoice(choice: DateChoice, today: Dayjs = dayjs()): string {
  return choice.from(today.startOf('day')).format('YYYY-MM-DD');
}
