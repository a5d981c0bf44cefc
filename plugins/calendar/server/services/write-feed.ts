import { formatStamp, parseExcluded, parseRule, formatRule, toText, zoneClock } from '#engine/model';
import { textLine, writeLines } from '../../shared/ics-text.ts';
import { readDuration, type EventTimes } from '../../shared/series.ts';

const DAY = 86_400_000;
const YEAR = 366 * DAY;

/** An event of a feed. */
export interface FeedEvent extends EventTimes {
  readonly _id: string;
  readonly [field: string]: unknown;
}

type Lines = (readonly [string, string])[];

const localStamp = (zone: string, instant: number): string => formatStamp(zoneClock(zone).localTime(instant)).slice(0, -1);

function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000));
  return `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
}

/** The clock changes of a zone, so that calendars need not know the zone. */
function zoneLines(zone: string, from: number, to: number): Lines {
  const offsets = zoneClock(zone).offsets(from, to);
  const least = Math.min(...offsets.map(({ offset }) => offset));
  const lines: Lines = [['BEGIN', 'VTIMEZONE'], textLine('TZID', zone)];
  offsets.forEach(({ since, offset }, at) => {
    const kind = offset > least ? 'DAYLIGHT' : 'STANDARD';
    const before = offsets[at - 1]?.offset ?? offset;
    lines.push(
      ['BEGIN', kind],
      ['DTSTART', formatStamp(since + before).slice(0, -1)],
      ['TZOFFSETFROM', offsetText(before)],
      ['TZOFFSETTO', offsetText(offset)],
      ['END', kind],
    );
  });
  return [...lines, ['END', 'VTIMEZONE']];
}

function timeLines(event: FeedEvent, zone: string, start: number, separated: ReadonlySet<number>): Lines {
  const end = start + readDuration(event);
  const read = parseRule(toText(event.recurrence));
  if (toText(event.recurrence) === '' || !read.ok)
    return [
      ['DTSTART', formatStamp(start)],
      ['DTEND', formatStamp(end)],
    ];
  // An occurrence with an event of its own is replaced by it.
  const excluded = [...parseExcluded(toText(event.excluded_times))].filter((one) => !separated.has(one));
  const exclusions = excluded.map((one) => localStamp(zone, one)).join(',');
  return [
    [`DTSTART;TZID=${zone}`, localStamp(zone, start)],
    [`DTEND;TZID=${zone}`, localStamp(zone, end)],
    ['RRULE', formatRule(read.rule)],
    ...(exclusions === '' ? [] : ([[`EXDATE;TZID=${zone}`, exclusions]] as const)),
  ];
}

interface FeedContext {
  readonly zone: string;
  readonly now: number;
  /** The beginnings that events of the feed replace, by the id of their series. */
  readonly replaced: ReadonlyMap<string, ReadonlySet<number>>;
  readonly uids: ReadonlyMap<string, string>;
}

function eventLines(event: FeedEvent, { zone, now, replaced, uids }: FeedContext): Lines {
  const start = Date.parse(toText(event.start));
  if (Number.isNaN(start)) return [];
  const series = toText(event['series']);
  const original = Date.parse(toText(event['original_start']));
  const isPart = toText(event.recurrence) === '' && uids.has(series) && !Number.isNaN(original);
  const uid = uids.get(isPart ? series : event._id) ?? event._id;
  const changed = Date.parse(toText(event['updatedAt']));
  return [
    ['BEGIN', 'VEVENT'],
    textLine('UID', uid),
    ['DTSTAMP', formatStamp(Number.isNaN(changed) ? now : changed)],
    ...timeLines(event, toText(event.time_zone) || zone, start, replaced.get(event._id) ?? new Set()),
    ...(isPart ? ([['RECURRENCE-ID', formatStamp(original)]] as const) : []),
    textLine('SUMMARY', toText(event['title']) || 'Untitled event'),
    ...(toText(event['details']) === '' ? [] : [textLine('DESCRIPTION', toText(event['details']))]),
    ['CLASS', event['public'] === true ? 'PUBLIC' : 'PRIVATE'],
    ['END', 'VEVENT'],
  ];
}

/** An iCalendar file with the events. Events without a zone are in `zone`. */
export function writeFeed(name: string, events: readonly FeedEvent[], zone: string, now: number): string {
  const replaced = new Map<string, Set<number>>();
  for (const event of events) {
    const original = Date.parse(toText(event['original_start']));
    const series = toText(event['series']);
    if (series !== '' && !Number.isNaN(original) && toText(event.recurrence) === '')
      replaced.set(series, (replaced.get(series) ?? new Set()).add(original));
  }
  const repeated = events.filter(({ recurrence }) => toText(recurrence) !== '');
  const uids = new Map(events.map((event) => [event._id, `${event._id}@muster`] as const));
  const zones = [...new Set(repeated.map((event) => toText(event.time_zone) || zone))];
  const begins = repeated.map(({ start }) => Date.parse(toText(start))).filter((start) => !Number.isNaN(start));
  const from = Math.min(now, ...begins) - YEAR;
  const head: Lines = [['BEGIN', 'VCALENDAR'], ['VERSION', '2.0'], ['PRODID', '-//Muster//Calendar//EN'], textLine('X-WR-CALNAME', name)];
  const body = events.flatMap((event) => eventLines(event, { zone, now, replaced, uids }));
  return writeLines([...head, ...zones.flatMap((one) => zoneLines(one, from, now + 10 * YEAR)), ...body, ['END', 'VCALENDAR']]);
}
