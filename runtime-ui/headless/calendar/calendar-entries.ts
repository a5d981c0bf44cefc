import type { RecordData } from '../../client/index.ts';
import { dayOfValue, hasTimes, lastDayOf, minuteOf, type CalendarFields } from './calendar-fields.ts';
import { daysBetween } from './calendar-days.ts';
import { entryIdOf } from './calendar-series.ts';

/** A record with the days that it covers. */
export interface CalendarEntry {
  /** Unique in the calendar: the id of the record, or that of an occurrence of it. */
  readonly id: string;
  readonly record: RecordData;
  /** The first and the last day that it covers. */
  readonly first: string;
  readonly last: string;
  /** Start in minutes since midnight; undefined if entries have no times. */
  readonly minute: number | undefined;
  /** Duration in minutes; undefined if it has no end. */
  readonly minutes: number | undefined;
}

/** The part of an entry within one week. */
export interface CalendarSegment {
  readonly entry: CalendarEntry;
  /** The first day of the segment, as a column from 0. */
  readonly column: number;
  /** Number of days that it covers. */
  readonly span: number;
  /** Row from the top, from 0. */
  readonly row: number;
  /** Whether the entry begins and ends in this segment, or continues in the adjacent weeks. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The layout of a week. */
export interface CalendarWeek {
  readonly segments: readonly CalendarSegment[];
  /** The number of hidden entries per day; days without hidden entries are omitted. */
  readonly hiddenCounts: ReadonlyMap<string, number>;
}

/** Converts records to entries, in their order and each once; records without a day are omitted. */
export function toCalendarEntries(fields: CalendarFields, records: readonly RecordData[]): CalendarEntry[] {
  const seen = new Set<string>();
  return records.flatMap((record) => {
    const first = dayOfValue(fields, record[fields.field.fieldName]);
    const id = entryIdOf(record);
    if (first === undefined || seen.has(id)) return [];
    seen.add(id);
    const ending = fields.end === undefined ? undefined : record[fields.end.fieldName];
    const last = lastDayOf(fields, ending) ?? first;
    const begins = record[fields.field.fieldName];
    const isTimed = hasTimes(fields) && typeof begins === 'string';
    const minutes = isTimed && typeof ending === 'string' ? Math.round((Date.parse(ending) - Date.parse(begins)) / 60_000) : undefined;
    return [
      {
        id,
        record,
        first,
        last: last > first ? last : first,
        minute: isTimed ? minuteOf(fields, begins) : undefined,
        minutes: minutes !== undefined && minutes > 0 ? minutes : undefined,
      },
    ];
  });
}

/** Whether an entry is shown on a day. */
export function coversDay({ first, last }: CalendarEntry, day: string): boolean {
  return first <= day && day <= last;
}

/** Sorts long entries first, so that they are at the top and short ones fill the gaps; then by start, in their order. */
function compareForLayout(a: CalendarEntry, b: CalendarEntry): number {
  const longer = Number(b.last > b.first) - Number(a.last > a.first);
  if (longer !== 0) return longer;
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  return (a.minute ?? 0) - (b.minute ?? 0);
}

function findFreeRow(rows: boolean[][], column: number, span: number): number {
  const columns = Array.from({ length: span }, (_, at) => column + at);
  for (let row = 0; ; row += 1) {
    const taken = (rows[row] ??= []);
    if (columns.some((one) => taken[one] === true)) continue;
    for (const one of columns) taken[one] = true;
    return row;
  }
}

function segmentsOf(days: readonly string[], entries: readonly CalendarEntry[]): CalendarSegment[] {
  const [firstDay = ''] = days;
  const lastDay = days.at(-1) ?? '';
  const rows: boolean[][] = [];
  return entries
    .filter(({ first, last }) => first <= lastDay && last >= firstDay)
    .sort(compareForLayout)
    .map((entry) => {
      const column = Math.max(0, daysBetween(firstDay, entry.first));
      const span = Math.min(days.length - 1, daysBetween(firstDay, entry.last)) - column + 1;
      return { entry, column, span, row: findFreeRow(rows, column, span), isFirst: entry.first >= firstDay, isLast: entry.last <= lastDay };
    });
}

const columnsOf = ({ column, span }: CalendarSegment): number[] => Array.from({ length: span }, (_, at) => column + at);

/**
 * Lays out a week: entries in at most `lines` rows, without overlap. If a day has more entries, its last row shows their number;
 * `notLoaded` are the entries of a day that were not loaded.
 */
export function layoutWeek(
  days: readonly string[],
  entries: readonly CalendarEntry[],
  notLoaded: ReadonlyMap<string, number>,
  lines: number,
): CalendarWeek {
  const all = segmentsOf(days, entries);
  const counts = days.map((day, column) => (notLoaded.get(day) ?? 0) + all.filter((segment) => columnsOf(segment).includes(column)).length);
  const full = new Set(
    days.flatMap((_, column) => ((counts[column] ?? 0) > lines || (notLoaded.get(days[column] ?? '') ?? 0) > 0 ? [column] : [])),
  );
  const fits = (segment: CalendarSegment) => columnsOf(segment).every((column) => segment.row < (full.has(column) ? lines - 1 : lines));
  // An entry hidden on one of its days is hidden on all of them, and then those days need the last row for the number too.
  for (let before = -1; before !== full.size; ) {
    before = full.size;
    for (const segment of all) if (!fits(segment)) for (const column of columnsOf(segment)) full.add(column);
  }
  const segments = all.filter(fits);
  const hiddenCounts = new Map<string, number>();
  days.forEach((day, column) => {
    const count = (counts[column] ?? 0) - segments.filter((segment) => columnsOf(segment).includes(column)).length;
    if (count > 0) hiddenCounts.set(day, count);
  });
  return { segments, hiddenCounts };
}
