import { addDays, dayToTimestamp, formatRule, listOccurrences, parseRule, splitRule, timestampToDay } from '#engine/model';

const DAY = 86_400_000;
/**
 * The time of a task in UTC, for the end of its rule: that is the end of a day in the time zone in which it was chosen, which is after this
 * time on that day and before it on the next, from Samoa to New Zealand.
 */
const TIME = 11 * 3_600_000;
/** A rule without a day within so many milliseconds has ended. */
const SPAN = 50 * 366 * DAY;

/** The next time at which a task is due. */
export interface NextOccurrence {
  /** Its day, `YYYY-MM-DD`. */
  readonly day: string;
  /** The rule from there on: a number of times counts what is left. */
  readonly rule: string;
}

/**
 * When a task that repeats is due after a day, and not before `from`: times that were missed are left out. Undefined: the rule has ended, or
 * cannot be read.
 */
export function findNextOccurrence(rule: string, day: string, from: string): NextOccurrence | undefined {
  const read = parseRule(rule);
  if (!read.ok) return undefined;
  const series = { rule: read.rule, start: dayToTimestamp(day) + TIME, zone: 'UTC' };
  const after = Math.max(series.start + DAY, dayToTimestamp(from) + TIME);
  const [next] = listOccurrences(series, { from: after, to: after + SPAN }, 1);
  return next === undefined ? undefined : { day: timestampToDay(next), rule: formatRule(splitRule(series, next).after) };
}

/** The first day of a rule on a day or after it: that day, unless the rule names other days. */
export function findFirstDay(rule: string, from: string): string {
  const read = parseRule(rule);
  if (!read.ok) return from;
  const { count: _count, ...open } = read.rule;
  const namesDays = open.weekdays.length + open.monthDays.length + open.months.length > 0;
  return (namesDays ? findNextOccurrence(formatRule(open), addDays(from, -1), from)?.day : undefined) ?? from;
}
