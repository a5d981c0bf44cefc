import { dayToTimestamp, timestampToDay } from '../time/index.ts';

/** How often a rule repeats. */
export type RecurrenceFrequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A weekday of a rule. */
export interface RuleWeekday {
  /** 0 is Sunday. */
  readonly weekday: number;
  /** The first (1), the last (-1) … of the month or year; absent: each. */
  readonly ordinal?: number;
}

/** A rule of RFC 5545 by days. The time of day is that of the first occurrence. */
export interface RecurrenceRule {
  /** Its unit: days, weeks, months or years. */
  readonly frequency: RecurrenceFrequency;
  /** Every nth day, week, month or year, from 1. */
  readonly interval: number;
  /** The number of occurrences, with the first one. */
  readonly count?: number;
  /** The last moment at which an occurrence may begin, as ISO time. A rule has this, a count, or no end. */
  readonly until?: string;
  /** Empty: the day of the first occurrence. */
  readonly weekdays: readonly RuleWeekday[];
  /** Days of the month; negative ones count from its end. */
  readonly monthDays: readonly number[];
  /** From 1; empty: each month. */
  readonly months: readonly number[];
  /** Which of the days of each period are kept; negative ones count from the last. */
  readonly positions: readonly number[];
  /** The day on which a week begins; 0 is Sunday, and 1 the default of RFC 5545. */
  readonly weekStart: number;
}

/** A rule that was read, or a sentence that says why it cannot be used. */
export type RuleResult = { readonly ok: true; readonly rule: RecurrenceRule } | { readonly ok: false; readonly message: string };

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const FREQUENCIES: readonly RecurrenceFrequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const MAX_COUNT = 1_000;
const MAX_INTERVAL = 1_000;

class RuleProblem extends TypeError {}

const refuse = (message: string): never => {
  throw new RuleProblem(message);
};

function readInteger(name: string, text: string, least: number, most: number): number {
  const number = /^[+-]?\d{1,6}$/u.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most && (number !== 0 || least >= 0)
    ? number
    : refuse(`${name} of the repetition must be a whole number from ${least} to ${most}.`);
}

const readIntegers = (name: string, text: string | undefined, least: number, most: number): number[] =>
  text === undefined ? [] : [...new Set(text.split(',').map((one) => readInteger(name, one.trim(), least, most)))];

function readWeekday(text: string): RuleWeekday {
  const found = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/u.exec(text.trim());
  const weekday = WEEKDAYS.indexOf(found?.[2] ?? '');
  if (weekday < 0) return refuse(`The repetition names the weekday ${text.slice(0, 20)}, which does not exist.`);
  return found?.[1] === undefined ? { weekday } : { weekday, ordinal: readInteger('The weekday', found[1], -53, 53) };
}

/** Reads `20270401T035959Z`, `20270401T235959` or `20270401` as ISO time; a local time counts as UTC. */
function readUntil(text: string): string {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z?)?$/u.exec(text);
  if (found === null) return refuse('The repetition ends on a day that cannot be read.');
  const [, year = '', month = '', day = '', hour = '23', minute = '59', second = '59'] = found;
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  // The platform rolls February 30 over to March.
  if (Number.isNaN(instant) || timestampToDay(dayToTimestamp(`${year}-${month}-${day}`)) !== `${year}-${month}-${day}`)
    return refuse('The repetition ends on a day that does not exist.');
  return new Date(instant).toISOString();
}

const KNOWN = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST']);

function readParts(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.replace(/^RRULE:/iu, '').split(';')) {
    if (part.trim() === '') continue;
    const [name = '', value = ''] = part
      .toUpperCase()
      .split('=')
      .map((one) => one.trim());
    if (!KNOWN.has(name)) refuse(`The repetition uses ${name.slice(0, 20)}, which this calendar does not support.`);
    if (parts.has(name)) refuse(`The repetition names ${name} twice.`);
    parts.set(name, value);
  }
  return parts;
}

function readFrequency(text: string | undefined): RecurrenceFrequency {
  if (text === 'SECONDLY' || text === 'MINUTELY' || text === 'HOURLY') return refuse('An event can repeat once a day at most.');
  return FREQUENCIES.find((one) => one === text) ?? refuse('The repetition must be by days, weeks, months or years.');
}

function readRule(text: string): RecurrenceRule {
  const parts = readParts(text);
  const frequency = readFrequency(parts.get('FREQ'));
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')];
  if (count !== undefined && until !== undefined) refuse('The repetition ends after a number of times or on a day, not both.');
  const weekdays = (parts.get('BYDAY')?.split(',') ?? []).map(readWeekday);
  if (weekdays.some(({ ordinal }) => ordinal !== undefined) && frequency !== 'MONTHLY' && frequency !== 'YEARLY')
    refuse('The first or last weekday can only repeat by months or years.');
  const weekStart = parts.get('WKST');
  return {
    frequency,
    interval: readInteger('The distance', parts.get('INTERVAL') ?? '1', 1, MAX_INTERVAL),
    ...(count === undefined ? {} : { count: readInteger('The number of times', count, 1, MAX_COUNT) }),
    ...(until === undefined ? {} : { until: readUntil(until) }),
    weekdays,
    monthDays: readIntegers('The day of the month', parts.get('BYMONTHDAY'), -31, 31),
    months: readIntegers('The month', parts.get('BYMONTH'), 1, 12),
    positions: readIntegers('The position', parts.get('BYSETPOS'), -366, 366),
    weekStart: weekStart === undefined ? 1 : readWeekday(weekStart).weekday,
  };
}

/** Reads the text of a rule: `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`. Rules by weeks of the year, days of the year and times are refused. */
export function parseRule(text: string): RuleResult {
  try {
    return { ok: true, rule: readRule(text) };
  } catch (error) {
    if (error instanceof RuleProblem) return { ok: false, message: error.message };
    throw error;
  }
}

/** A moment as RFC 5545 writes it: `20270401T035959Z`. */
export function formatStamp(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/gu, '');
}

/** The text of a rule as RFC 5545 writes it. */
export function formatRule(rule: RecurrenceRule): string {
  const days = rule.weekdays.map(({ weekday, ordinal }) => `${ordinal ?? ''}${WEEKDAYS[weekday] ?? ''}`);
  const lists = Object.entries({ BYDAY: days, BYMONTHDAY: rule.monthDays, BYMONTH: rule.months, BYSETPOS: rule.positions });
  return [
    `FREQ=${rule.frequency}`,
    ...(rule.interval === 1 ? [] : [`INTERVAL=${rule.interval}`]),
    ...(rule.count === undefined ? [] : [`COUNT=${rule.count}`]),
    ...(rule.until === undefined ? [] : [`UNTIL=${formatStamp(Date.parse(rule.until))}`]),
    ...lists.flatMap(([name, values]) => (values.length === 0 ? [] : [`${name}=${values.join(',')}`])),
    ...(rule.weekStart === 1 ? [] : [`WKST=${WEEKDAYS[rule.weekStart] ?? 'MO'}`]),
  ].join(';');
}
