import { canonicalTimeZone, formatExcluded, formatRule, parseRule, zoneClock } from '#engine/model';
import { unescapeText, type IcsLine, type IcsPart } from './ics-text.ts';

/** An event of a file in the fields of this product. */
export interface ReadEvent {
  readonly uid: string;
  /** The occurrence that it replaces, as ISO time; absent: it is an event of its own. */
  readonly replaces?: string;
  readonly fields: { readonly [field: string]: string | boolean };
}

/** An event that was read, or a sentence that says why it was not. */
export type EventResult =
  | { readonly ok: true; readonly event: ReadEvent }
  | { readonly ok: false; readonly title: string; readonly message: string };

class EventProblem extends TypeError {}

const refuse = (message: string): never => {
  throw new EventProblem(message);
};

const MAX_TITLE = 500;
const MAX_DETAILS = 20_000;
const HOUR = 3_600_000;

/** Names that Windows gives to the zones of the United States. */
const WINDOWS_ZONES: { readonly [name: string]: string } = {
  'eastern standard time': 'America/New_York',
  'central standard time': 'America/Chicago',
  'mountain standard time': 'America/Denver',
  'us mountain standard time': 'America/Phoenix',
  'pacific standard time': 'America/Los_Angeles',
  'alaskan standard time': 'America/Anchorage',
  'hawaiian standard time': 'Pacific/Honolulu',
};

function zoneOf(line: IcsLine, defaultZone: string): string {
  const name = line.parameters.get('TZID');
  if (name === undefined) return defaultZone;
  return canonicalTimeZone(WINDOWS_ZONES[name.toLowerCase()] ?? name) ?? refuse(`The time zone ${name.slice(0, 60)} is unknown.`);
}

/** Reads one date or time: with `Z` in UTC, else in the zone. */
function readTime(text: string, zone: string): number {
  const found = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/u.exec(text.trim());
  if (found === null) return refuse('It has a time that cannot be read.');
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', utc] = found;
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(day)) return refuse('It has a day that does not exist.');
  if (utc !== undefined) return local;
  // A day begins when its zone says so, which is not always midnight.
  return found[4] === undefined ? zoneClock(zone).startOfDay(`${year}-${month}-${day}`) : zoneClock(zone).instantAt(local);
}

/** Reads `P1DT2H30M` in milliseconds. */
function readDuration(text: string): number {
  const found = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/u.exec(text.trim());
  if (found === null) return refuse('It has a length that cannot be read.');
  const [weeks, days, hours, minutes, seconds] = found.slice(1).map((one) => Number(one ?? 0));
  return (((weeks ?? 0) * 7 + (days ?? 0)) * 24 + (hours ?? 0)) * HOUR + (minutes ?? 0) * 60_000 + (seconds ?? 0) * 1_000;
}

const findLine = (part: IcsPart, name: string): IcsLine | undefined => part.lines.find((line) => line.name === name);

function readEnd(part: IcsPart, start: number, startLine: IcsLine, zone: string): number {
  const end = findLine(part, 'DTEND');
  const length = findLine(part, 'DURATION');
  const isDay = !startLine.value.includes('T');
  if (end !== undefined) return readTime(end.value, zoneOf(end, zone));
  if (length !== undefined) return start + readDuration(length.value);
  if (!isDay) return start + HOUR;
  return zoneClock(zone).endOfDay(zoneClock(zone).dayOf(start));
}

function readRule(part: IcsPart): string | undefined {
  if (findLine(part, 'RDATE') !== undefined || findLine(part, 'EXRULE') !== undefined)
    return refuse('It has extra dates of a kind that this calendar does not support.');
  const rules = part.lines.filter(({ name }) => name === 'RRULE');
  if (rules.length > 1) return refuse('It repeats by several rules, and this calendar supports one.');
  if (rules[0] === undefined) return undefined;
  const read = parseRule(rules[0].value);
  return read.ok ? formatRule(read.rule) : refuse(read.message);
}

function readFields(part: IcsPart, defaultZone: string): ReadEvent {
  const uid = findLine(part, 'UID')?.value.trim() ?? '';
  if (uid === '' || uid.length > 500) return refuse('It has no id, so a second import would double it.');
  const startLine = findLine(part, 'DTSTART') ?? refuse('It has no start.');
  const zone = zoneOf(startLine, defaultZone);
  const start = readTime(startLine.value, zone);
  const end = readEnd(part, start, startLine, zone);
  if (end < start) return refuse('It ends before it starts.');
  if (findLine(part, 'STATUS')?.value.toUpperCase() === 'CANCELLED') return refuse('It is cancelled.');
  const rule = readRule(part);
  const replaced = findLine(part, 'RECURRENCE-ID');
  const excluded = part.lines
    .filter(({ name }) => name === 'EXDATE')
    .flatMap((line) => line.value.split(',').map((one) => readTime(one, zoneOf(line, zone))));
  const details = unescapeText(findLine(part, 'DESCRIPTION')?.value ?? '').slice(0, MAX_DETAILS);
  const isPrivate = ['PRIVATE', 'CONFIDENTIAL'].includes(findLine(part, 'CLASS')?.value.toUpperCase() ?? '');
  return {
    uid,
    ...(replaced === undefined ? {} : { replaces: new Date(readTime(replaced.value, zoneOf(replaced, zone))).toISOString() }),
    fields: {
      title: titleOf(part),
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      time_zone: zone,
      public: !isPrivate,
      ...(details.trim() === '' ? {} : { details }),
      ...(rule === undefined || replaced !== undefined ? {} : { recurrence: rule }),
      ...(rule === undefined || excluded.length === 0 ? {} : { excluded_times: formatExcluded(excluded) }),
    },
  };
}

function titleOf(part: IcsPart): string {
  return (
    unescapeText(findLine(part, 'SUMMARY')?.value ?? '')
      .replace(/\s+/gu, ' ')
      .trim()
      .slice(0, MAX_TITLE) || 'Untitled event'
  );
}

/** Reads an event of a file. Times without a zone are in `defaultZone`. */
export function readIcsEvent(part: IcsPart, defaultZone: string): EventResult {
  try {
    return { ok: true, event: readFields(part, defaultZone) };
  } catch (error) {
    if (error instanceof EventProblem) return { ok: false, title: titleOf(part), message: error.message };
    throw error;
  }
}
