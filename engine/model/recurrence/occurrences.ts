import { zoneClock } from '../time/index.ts';
import { toText } from '../values/index.ts';
import { periodDays, periodOf } from './period-days.ts';
import { formatStamp, parseRule, type RecurrenceRule } from './rule.ts';

const DAY = 86_400_000;

/** Something that repeats. */
export interface RecurringSeries {
  /** How it repeats. */
  readonly rule: RecurrenceRule;
  /** The beginning of the first occurrence, in epoch milliseconds. It always occurs, whatever the rule says. */
  readonly start: number;
  /** IANA name: occurrences keep their local time in this zone over daylight saving. */
  readonly zone: string;
  /** Beginnings that do not occur, in epoch milliseconds. */
  readonly excluded?: ReadonlySet<number>;
}

/** The values of a record that say how it repeats, as they are stored. */
export interface StoredSeries {
  /** The rule, as RFC 5545 writes it. */
  readonly rule: unknown;
  /** The beginning, as ISO time. */
  readonly start: unknown;
  /** IANA name of its zone; '' or missing: the default. */
  readonly zone: unknown;
  /** Beginnings that do not occur, as {@link formatExcluded} writes them. */
  readonly excluded: unknown;
}

/** The series of a record; undefined: it does not repeat, or its rule or its beginning cannot be read. */
export function readSeries({ rule, start, zone, excluded }: StoredSeries, defaultZone: string): RecurringSeries | undefined {
  const begin = Date.parse(toText(start));
  const read = parseRule(toText(rule));
  if (!read.ok || Number.isNaN(begin)) return undefined;
  return { rule: read.rule, start: begin, zone: toText(zone) || defaultZone, excluded: parseExcluded(toText(excluded)) };
}

/** A period of time, in epoch milliseconds: `from` is inside, `to` is not. */
export interface TimeWindow {
  /** Its beginning, which is inside. */
  readonly from: number;
  /** Its end, which is outside. */
  readonly to: number;
}

/**
 * The instant of a local time, as RFC 5545 defines it: of a time that exists twice the first one, and of a time that the clock skips the one
 * with the offset before the change.
 */
function instantOf(zone: string, local: number): number {
  const clock = zoneClock(zone);
  // No zone is a day away from UTC, and none changes its clock twice in two days.
  const [before, after] = [local - DAY, local + DAY].map((instant) => clock.localTime(instant) - instant);
  const early = local - (before ?? 0);
  const late = local - (after ?? 0);
  return clock.localTime(early) !== local && clock.localTime(late) === local ? late : early;
}

/** The occurrences from the first one on, without exclusions, in order. Ends at `to`, at the end of the rule, or never. */
function* walk({ rule, start, zone }: RecurringSeries, { from, to }: TimeWindow): Generator<number> {
  const local = zoneClock(zone).localTime(start);
  const firstDay = Math.floor(local / DAY);
  const time = local - firstDay * DAY;
  const until = rule.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(rule.until);
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  if (start >= to) return;
  yield start;
  left -= 1;
  // Without a count, the periods before the window need not be walked.
  const skipped = rule.count === undefined && from > start ? periodOf(rule, firstDay, Math.floor(from / DAY) - 2) : 0;
  for (let period = Math.max(0, skipped); left > 0; period += 1) {
    const { begin, days } = periodDays(rule, firstDay, period);
    if (begin * DAY - DAY >= Math.min(to, until)) return;
    for (const day of days) {
      if (day <= firstDay) continue;
      const instant = instantOf(zone, day * DAY + time);
      if (instant > until || instant >= to || left <= 0) return;
      left -= 1;
      yield instant;
    }
  }
}

/** The beginnings of the occurrences within a window, in order, at most `limit` of them. The work is bounded by the window, also for rules without an end. */
export function listOccurrences(series: RecurringSeries, window: TimeWindow, limit: number): number[] {
  const found: number[] = [];
  for (const instant of walk(series, window)) {
    if (found.length >= limit) break;
    if (instant >= window.from && series.excluded?.has(instant) !== true) found.push(instant);
  }
  return found;
}

/** Whether the series has an occurrence that begins at an instant. */
export function isOccurrence(series: RecurringSeries, instant: number): boolean {
  return listOccurrences(series, { from: instant, to: instant + 1 }, 1).length > 0;
}

/** The rule of the part of a series before an occurrence, and of the part from there on. */
export function splitRule(series: RecurringSeries, at: number): { readonly before: RecurrenceRule; readonly after: RecurrenceRule } {
  const { count, until: _until, ...rest } = series.rule;
  const before = { ...rest, until: new Date(at - 1_000).toISOString() };
  if (count === undefined) return { before, after: series.rule };
  const passed = listOccurrences({ ...series, excluded: new Set() }, { from: series.start, to: at }, count).length;
  return { before, after: { ...series.rule, count: Math.max(1, count - passed) } };
}

/** Excluded beginnings as they are stored: moments of RFC 5545, separated by commas. */
export function formatExcluded(instants: Iterable<number>): string {
  return [...new Set(instants)]
    .sort((a, b) => a - b)
    .map((instant) => formatStamp(instant))
    .join(',');
}

/** Reads stored exclusions; parts that are no moments are left out. */
export function parseExcluded(text: string): Set<number> {
  const instants = text.split(/[\s,]+/u).map((one) => {
    const found = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/u.exec(one);
    return found === null ? Number.NaN : Date.parse(`${found.slice(1, 4).join('-')}T${found.slice(4, 7).join(':')}Z`);
  });
  return new Set(instants.filter((instant) => !Number.isNaN(instant)));
}
