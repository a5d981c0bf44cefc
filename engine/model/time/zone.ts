const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
const WEEK = 7 * 24 * HOUR;
/** Before this instant time zones used local mean time, whose offset changes are not at quarters of an hour. */
const QUARTERS_SINCE = Date.UTC(1910, 0, 1);

/** An offset of a time zone. */
export interface ZoneOffset {
  /** The instant from which it holds. */
  readonly since: number;
  /** Local time minus UTC, in milliseconds. */
  readonly offset: number;
}

/** A wall clock in a time zone. */
export interface ZoneClock {
  /** The local time at an instant, as the epoch milliseconds of the same date and time in UTC. */
  localTime(instant: number): number;
  /** The local calendar day `YYYY-MM-DD` at an instant. */
  dayOf(instant: number): string;
  /** The instant at which a local calendar day starts; not always midnight, because some zones change their clocks at midnight. */
  startOfDay(day: string): number;
  /** The first instant at which the local time is this one or later, given as the epoch milliseconds of the same date and time in UTC. */
  instantAt(local: number): number;
  /** The instant at which the next local calendar day starts. */
  endOfDay(day: string): number;
  /**
   * The offsets of the zone from UTC in milliseconds, from one instant to another, in order: the first one `since` the start, each other
   * since the change to it. The first call for two instants takes about 10 ms for 25 years.
   */
  offsets(from: number, to: number): readonly ZoneOffset[];
}

const clocks = new Map<string, ZoneClock>();

/** The wall clock of an IANA time zone, with daylight saving time; UTC for an unknown name. */
export function zoneClock(timeZone: string): ZoneClock {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = createClock(timeZone);
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Whether the platform supports a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The platform's spelling of the name of a time zone; undefined: the time zone is unknown. */
export function canonicalTimeZone(name: string): string | undefined {
  return isTimeZone(name) ? new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone : undefined;
}

function createClock(timeZone: string): ZoneClock {
  const format = createFormat(isTimeZone(timeZone) ? timeZone : 'UTC');
  const offsets = new Map<number, number>();
  const periods = new Map<string, readonly ZoneOffset[]>();
  const offsetAt = (instant: number): number => {
    if (instant < QUARTERS_SINCE) return readOffset(format, instant);
    const quarter = Math.floor(instant / QUARTER);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = readOffset(format, quarter * QUARTER);
      if (offsets.size > 50_000) offsets.clear();
      offsets.set(quarter, offset);
    }
    return offset;
  };
  const localTime = (instant: number): number => instant + offsetAt(instant);
  const dayOf = (instant: number): string => timestampToDay(localTime(instant));
  return {
    localTime,
    dayOf,
    startOfDay: (day) => findStart(dayToTimestamp(day), localTime),
    instantAt: (local) => findStart(local, localTime),
    endOfDay: (day) => findStart(dayToTimestamp(day) + 24 * HOUR, localTime),
    offsets: (from, to) => {
      const period = `${from} ${to}`;
      let found = periods.get(period);
      if (found === undefined) {
        found = findOffsets(from, to, offsetAt);
        periods.set(period, found);
      }
      return found;
    },
  };
}

/** Looks once a week: no zone changes its clock, and changes it back, in a shorter time. */
function findOffsets(from: number, to: number, offsetAt: (instant: number) => number): ZoneOffset[] {
  const found = [{ since: from, offset: offsetAt(from) }];
  for (let start = from; start < to; start += WEEK) {
    const end = Math.min(start + WEEK, to - 1);
    const before = found.at(-1)?.offset;
    const offset = offsetAt(end);
    if (offset !== before) found.push({ since: findFirst(start, end, (instant) => offsetAt(instant) === offset), offset });
  }
  return found;
}

/** The first instant for which something holds: it does at `high`, and does not at `low`. */
function findFirst(low: number, high: number, holds: (instant: number) => boolean): number {
  let [before, after] = [low, high];
  while (after - before > 1) {
    const middle = before + Math.floor((after - before) / 2);
    if (holds(middle)) after = middle;
    else before = middle;
  }
  return after;
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
}

/** Local time minus instant, in milliseconds. */
function readOffset(format: Intl.DateTimeFormat, instant: number): number {
  const parts: { [type: string]: number } = {};
  let before = false;
  for (const part of format.formatToParts(instant)) {
    if (part.type === 'era') before = part.value.startsWith('B');
    else parts[part.type] = Number(part.value);
  }
  const year = before ? 1 - (parts['year'] ?? 1) : (parts['year'] ?? 1970);
  const local = new Date(0);
  local.setUTCFullYear(year, (parts['month'] ?? 1) - 1, parts['day'] ?? 1);
  local.setUTCHours(parts['hour'] ?? 0, parts['minute'] ?? 0, parts['second'] ?? 0);
  return local.getTime() - Math.floor(instant / 1000) * 1000;
}

/** The first instant at which the local time is this one or later. */
function findStart(local: number, localTime: (instant: number) => number): number {
  return findFirst(local - 36 * HOUR, local + 36 * HOUR, (instant) => localTime(instant) >= local);
}

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The epoch milliseconds of a day's midnight in UTC; NaN if the text is not `YYYY-MM-DD`. */
export function dayToTimestamp(day: string): number {
  const parts = DAY_PATTERN.exec(day);
  const time = new Date(0);
  time.setUTCFullYear(Number(parts?.[1]), Number(parts?.[2]) - 1, Number(parts?.[3]));
  return time.getTime();
}

/** The day, as `YYYY-MM-DD`, of epoch milliseconds read as UTC. */
export function timestampToDay(time: number): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return `${String(Math.min(9999, Math.max(0, year))).padStart(4, '0')}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
}

function pad(part: number): string {
  return part < 10 ? `0${part}` : String(part);
}

/** Reads a setting by its key. */
interface Settings {
  /** The value of the setting. */
  setting(key: string): unknown;
}

/** The wall clock of the application's time zone, which is the setting `time_zone`. */
export function wallClock(context: Settings): ZoneClock {
  return zoneClock(readTimeZone(context.setting('time_zone')));
}

/** The current calendar day in the application's time zone: `YYYY-MM-DD`. */
export function today(context: Settings & { readonly clock: { now(): number } }): string {
  return wallClock(context).dayOf(context.clock.now());
}

/**
 * The day `YYYY-MM-DD` of a save in the application's time zone: code that runs later because of the save still uses the
 * day of the save.
 */
export function getSaveDay(context: Settings & { readonly event: { readonly at: string } }): string {
  return wallClock(context).dayOf(Date.parse(context.event.at));
}

const DEFAULT_TIME_ZONE = 'America/New_York';

/** The IANA time zone for days, weeks and months, from the value of the setting `time_zone`; 'America/New_York' if it is not set. */
export function readTimeZone(setting: unknown): string {
  return typeof setting === 'string' && setting !== '' ? setting : DEFAULT_TIME_ZONE;
}
