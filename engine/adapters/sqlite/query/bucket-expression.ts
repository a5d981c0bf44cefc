import type { GroupStep } from '../../../ports/index.ts';
import { zoneClock } from '#engine/model/time';

type BucketStep = GroupStep & { readonly kind: 'bucket' };

/** An expression over a column, with the parameters in the order of its question marks. */
interface Expression {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** Years around this one for which the changes of the clock are part of the statement. */
const YEARS_BEFORE = 20;
const YEARS_AFTER = 5;
const DAY = 86_400_000;

/**
 * The period of a column that holds one value. Functions of SQLite compute it, which takes a tenth of the time of a call to JavaScript;
 * only instants far from today are converted by the registered function `bucket`.
 */
export function bucketExpression(step: BucketStep, column: string): Expression {
  if (step.of === 'day') return { text: startOfDayPeriod(step.unit, column), params: [] };
  const year = new Date().getUTCFullYear();
  const [from, to] = [Date.UTC(year - YEARS_BEFORE, 0, 1), Date.UTC(year + YEARS_AFTER, 0, 1)];
  const near = startOfInstantPeriod(step.unit, `(${column} + ${offsetOf(step.timeZone, column, from, to)})`);
  return {
    text: `CASE WHEN ${column} < ${from} OR ${column} >= ${to} THEN bucket(${column}, ?, ?, ?) ELSE ${near} END`,
    params: [step.of, step.unit, step.timeZone],
  };
}

/** The latest changes come first, for most instants are recent. */
function offsetOf(timeZone: string, column: string, from: number, to: number): string {
  const [first, ...changes] = zoneClock(timeZone).offsets(from, to);
  const offset = first?.offset ?? 0;
  if (changes.length === 0) return String(offset);
  const cases = changes.toReversed().map((change) => `WHEN ${column} >= ${change.since} THEN ${change.offset}`);
  return `CASE ${cases.join(' ')} ELSE ${offset} END`;
}

/** `local`: milliseconds since 1970 by the local clock, not negative. */
function startOfInstantPeriod(unit: BucketStep['unit'], local: string): string {
  const format = (pattern: string): string => `strftime('${pattern}', ${local} / 1000.0, 'unixepoch')`;
  const day = `CAST(${local} / ${DAY} AS INTEGER)`;
  switch (unit) {
    case 'hour':
      return format('%Y-%m-%dT%H');
    case 'day':
      return format('%Y-%m-%d');
    case 'week':
      // 1970 began on a Thursday.
      return `strftime('%Y-%m-%d', (${day} - (${day} + 4) % 7) * 86400, 'unixepoch')`;
    case 'month':
      return format('%Y-%m-01');
    case 'quarter':
      return `${format('%Y-')} || ${firstMonth(format('%m'))} || '-01'`;
    case 'year':
      return format('%Y-01-01');
  }
}

function startOfDayPeriod(unit: BucketStep['unit'], day: string): string {
  switch (unit) {
    case 'hour':
      return `${day} || 'T00'`;
    case 'day':
      return day;
    case 'week':
      return `date(${day}, '-' || strftime('%w', ${day}) || ' days')`;
    case 'month':
      return `substr(${day}, 1, 7) || '-01'`;
    case 'quarter':
      return `substr(${day}, 1, 5) || ${firstMonth(`substr(${day}, 6, 2)`)} || '-01'`;
    case 'year':
      return `substr(${day}, 1, 4) || '-01-01'`;
  }
}

/** The first month of the quarter of a month, with two digits. */
function firstMonth(month: string): string {
  return `printf('%02d', (CAST(${month} AS INTEGER) - 1) / 3 * 3 + 1)`;
}
