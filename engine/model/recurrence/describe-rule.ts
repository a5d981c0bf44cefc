import type { RecurrenceRule, RuleWeekday } from './rule.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const WORK_DAYS = [1, 2, 3, 4, 5];
const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const DAY = (timeZone: string) => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone });

function ordinalName(number: number): string {
  if (number === -1) return 'last';
  if (number < 0) return `${ordinalName(-number)} to last`;
  const ending = number % 100 >= 11 && number % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}

function describeWeekdays(weekdays: readonly RuleWeekday[]): string {
  const all = weekdays.map(({ weekday }) => weekday);
  if (weekdays.every(({ ordinal }) => ordinal === undefined) && all.length === 5 && WORK_DAYS.every((one) => all.includes(one)))
    return 'weekdays';
  return LIST.format(
    weekdays.map(({ weekday, ordinal }) =>
      ordinal === undefined ? (WEEKDAYS[weekday] ?? '') : `the ${ordinalName(ordinal)} ${WEEKDAYS[weekday] ?? ''}`,
    ),
  );
}

function describeDays({ weekdays, monthDays, positions }: RecurrenceRule): string {
  const numbers = monthDays.map((number) => (number > 0 ? `the ${ordinalName(number)}` : `the ${ordinalName(number)} day`));
  const days = [...(weekdays.length > 0 ? [describeWeekdays(weekdays)] : []), ...(numbers.length > 0 ? [LIST.format(numbers)] : [])];
  if (days.length === 0) return '';
  const which = positions.length === 0 ? '' : `the ${LIST.format(positions.map(ordinalName))} of `;
  return ` on ${which}${days.join(' if it is ')}`;
}

function describeEnd({ count, until }: RecurrenceRule, zone: string): string {
  if (count !== undefined) return count === 1 ? ', once' : `, ${count} times`;
  return until === undefined ? '' : `, until ${DAY(zone).format(new Date(until))}`;
}

/** A rule in words: 'Every 2 weeks on Monday and Wednesday, until Apr 1, 2027'. Its end is a day of the zone. */
export function describeRule(rule: RecurrenceRule, zone = 'UTC'): string {
  const unit = UNITS[rule.frequency];
  const often = rule.interval === 1 ? `Every ${unit}` : `Every ${rule.interval} ${unit}s`;
  const months = rule.months.map((month) => MONTH.format(new Date(Date.UTC(2000, month - 1, 1))));
  const inMonths = months.length === 0 ? '' : ` in ${LIST.format(months)}`;
  return `${often}${describeDays(rule)}${inMonths}${describeEnd(rule, zone)}`;
}
