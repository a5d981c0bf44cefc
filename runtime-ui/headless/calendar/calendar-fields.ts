import { dayToTimestamp, zoneClock } from '#engine/model/time';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { findField } from '../module/module-finders.ts';
import type { RecordValues } from '../module/record-value.ts';
import { addDays, daysBetween } from './calendar-days.ts';

const DAY = 86_400_000;
/** The start hour of a new record that is created by a click on a day; below, its duration if it has an end. */
const DEFAULT_START_HOUR = 9;
const HOUR = 3_600_000;
/** The duration of an entry whose end is dragged before its start. */
const MIN_DURATION_MILLISECONDS = 1_800_000;

/** A minute of a day. */
export interface DayMinute {
  readonly day: string;
  readonly minute: number;
}

/** The fields that define the layout of a calendar. */
export interface CalendarFields {
  readonly field: FieldView;
  /** The end field of an entry, so that it covers several days; undefined: an entry covers one day. */
  readonly end: FieldView | undefined;
  /** The fields by which its records repeat; undefined: they do not. */
  readonly recurrence?: ModuleView['recurrence'];
  /** IANA name of the time zone that maps instants to days: the zone of the reader's device, as for all displayed times. */
  readonly zone: string;
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ['start', 'end'],
  ['begin', 'end'],
  ['from', 'to'],
  ['from', 'until'],
  ['since', 'until'],
];

/**
 * Finds the end field of a start field: the one that the module names, or a field of the same type, whose name is that of the start field with one word changed: start or
 * begin to end, from to to or until, since to until (`visit_start` and `visit_end`, `start` and `end`).
 */
export function findEndField(module: ModuleView, field: FieldView): FieldView | undefined {
  const { calendarBy } = module;
  if (calendarBy?.field === field.fieldName) {
    const named = findField(module, calendarBy.end ?? '');
    if (named !== undefined) return isEndOf(named, field) ? named : undefined;
  }
  const words = field.fieldName.split('_');
  for (const [first, last] of ENDINGS) {
    if (words.filter((word) => word === first).length !== 1) continue;
    const other = findField(module, words.map((word) => (word === first ? last : word)).join('_'));
    if (other !== undefined && isEndOf(other, field)) return other;
  }
  return undefined;
}

function isEndOf(other: FieldView, field: FieldView): boolean {
  return other.inputType === field.inputType && other.filterable && other.rights.read === 'all';
}

/** The time zone of the reader's device. */
export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Whether the entries of the calendar have times. */
export function hasTimes({ field }: Pick<CalendarFields, 'field'>): boolean {
  return field.inputType === 'DateTime';
}

/** The day of a stored value in the reader's time zone; undefined if it is not a date. */
export function dayOfValue({ field, zone }: CalendarFields, value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (field.inputType === 'Date') return /^\d{4}-\d{2}-\d{2}/u.test(value) ? value.slice(0, 10) : undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : zoneClock(zone).dayOf(instant);
}

/** The last day that an entry covers: an entry that ends at midnight does not include the day that begins then. */
export function lastDayOf(fields: CalendarFields, value: JsonValue | undefined): string | undefined {
  const instant = hasTimes(fields) && typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return dayOfValue(fields, Number.isNaN(instant) ? value : new Date(instant - 1).toISOString());
}

/** Minutes since midnight of an instant in the reader's time zone. */
export function minuteOf({ zone }: Pick<CalendarFields, 'zone'>, value: JsonValue | undefined): number {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(instant)) return 0;
  const local = zoneClock(zone).localTime(instant);
  return Math.floor((((local % DAY) + DAY) % DAY) / 60_000);
}

/** The instant of a minute of a day in a time zone; for a minute that the clock skips, the next one that exists. */
export function toInstant(zone: string, day: string, minute: number): string {
  const clock = zoneClock(zone);
  const wanted = dayToTimestamp(day) + minute * 60_000;
  const start = clock.startOfDay(day);
  // Midnight with its offset; computed again for a day on which the offset changes earlier.
  const guess = start + (wanted - clock.localTime(start));
  const moved = guess + (wanted - clock.localTime(guess));
  const isShown = clock.localTime(moved) === wanted;
  return new Date(isShown ? moved : Math.max(guess, moved)).toISOString();
}

/** The bound of a day in a filter: the day itself, or the instant at which it begins for the reader. */
function boundOf({ field, zone }: CalendarFields, day: string): string {
  return field.inputType === 'Date' ? day : new Date(zoneClock(zone).startOfDay(day)).toISOString();
}

/** A filter for records that begin on or after a day and before another. */
export function startsWithinFilter(fields: CalendarFields, first: string, end: string): JsonObject {
  return { [fields.field.fieldName]: { range: { gte: boundOf(fields, first), lt: boundOf(fields, end) } } };
}

/** A filter for records that begin on a day or later. */
export function startsFromFilter(fields: CalendarFields, first: string): JsonObject {
  return { [fields.field.fieldName]: { range: { gte: boundOf(fields, first) } } };
}

/** A filter for records that begin before a day. */
export function startsBeforeFilter(fields: CalendarFields, end: string): JsonObject {
  return { [fields.field.fieldName]: { range: { lt: boundOf(fields, end) } } };
}

/** A filter for records that began before a day and are still running; undefined if entries have no end. */
export function ongoingAtFilter(fields: CalendarFields, first: string): JsonObject | undefined {
  const { field, end } = fields;
  if (end === undefined) return undefined;
  const bound = boundOf(fields, first);
  return { [field.fieldName]: { range: { lt: bound } }, [end.fieldName]: { range: hasTimes(fields) ? { gt: bound } : { gte: bound } } };
}

/** A filter for records that are visible on or after a day and before another. */
export function visibleWithinFilter(fields: CalendarFields, first: string, end: string): JsonObject {
  const begun = ongoingAtFilter(fields, first);
  return begun === undefined ? startsWithinFilter(fields, first, end) : { or: [startsWithinFilter(fields, first, end), begun] };
}

/** A filter for records without a day. */
export function withoutDayFilter({ field }: Pick<CalendarFields, 'field'>): JsonObject {
  return { [field.fieldName]: { exists: false } };
}

function movedValue(fields: CalendarFields, value: JsonValue | undefined, by: number): JsonValue | undefined {
  const day = dayOfValue(fields, value);
  if (day === undefined) return undefined;
  return hasTimes(fields) ? toInstant(fields.zone, addDays(day, by), minuteOf(fields, value)) : addDays(day, by);
}

/** The changed fields of a record that is moved to another day: it keeps its time of day, and its end moves by the same distance. */
export function buildMoveToDayChanges(fields: CalendarFields, record: RecordValues, day: string): { readonly [field: string]: JsonValue } {
  const { field, end } = fields;
  const from = dayOfValue(fields, record[field.fieldName]);
  if (from === undefined) return { [field.fieldName]: hasTimes(fields) ? toInstant(fields.zone, day, DEFAULT_START_HOUR * 60) : day };
  const by = daysBetween(from, day);
  const values = [field, ...(end === undefined ? [] : [end])].map(
    (one) => [one.fieldName, movedValue(fields, record[one.fieldName], by)] as const,
  );
  return Object.fromEntries(values.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

/** The changed fields of a record whose start field gets a new value: its end keeps its distance, in days or in time. */
export function buildMoveToValueChanges(
  fields: CalendarFields,
  record: RecordValues,
  value: string,
): { readonly [field: string]: JsonValue } {
  const { field, end } = fields;
  const [before, ending] = [record[field.fieldName], end === undefined ? undefined : record[end.fieldName]];
  const day = dayOfValue(fields, value);
  if (day === undefined || (dayOfValue(fields, before) !== undefined && minuteOf(fields, before) === minuteOf(fields, value)))
    return day === undefined ? {} : buildMoveToDayChanges(fields, record, day);
  if (end === undefined || typeof ending !== 'string' || typeof before !== 'string') return { [field.fieldName]: value };
  return { [field.fieldName]: value, [end.fieldName]: new Date(Date.parse(ending) + Date.parse(value) - Date.parse(before)).toISOString() };
}

/**
 * The changed fields of a record whose end is dragged to a day: it keeps its time of day, unless a minute of the day is given. The end is
 * never before the start.
 */
export function buildEndDayChanges(
  fields: CalendarFields,
  record: RecordValues,
  day: string,
  minute?: number,
): { readonly [field: string]: JsonValue } {
  const { field, end, zone } = fields;
  const begin = record[field.fieldName];
  const first = dayOfValue(fields, begin);
  if (end === undefined || first === undefined || typeof begin !== 'string') return {};
  if (!hasTimes(fields)) return { [end.fieldName]: day < first ? first : day };
  const before = record[end.fieldName];
  const wanted = toInstant(zone, day, minute ?? minuteOf(fields, typeof before === 'string' ? before : begin));
  const least = Date.parse(begin) + MIN_DURATION_MILLISECONDS;
  return { [end.fieldName]: Date.parse(wanted) < least ? new Date(least).toISOString() : wanted };
}

/**
 * Initial values of a new record on a day: the day, or nine in the morning for an hour if it has an end. `minute` is the minute of the day,
 * `until` the day and the minute at which it ends.
 */
export function buildDayPrefill(
  { field, end, zone }: CalendarFields,
  day: string,
  minute = DEFAULT_START_HOUR * 60,
  until?: DayMinute,
): { readonly [field: string]: JsonValue } {
  if (field.inputType === 'Date')
    return { [field.fieldName]: day, ...(end === undefined || until === undefined ? {} : { [end.fieldName]: until.day }) };
  const start = toInstant(zone, day, minute);
  if (end === undefined) return { [field.fieldName]: start };
  const ending = until === undefined ? new Date(Date.parse(start) + HOUR).toISOString() : toInstant(zone, until.day, until.minute);
  return { [field.fieldName]: start, [end.fieldName]: ending };
}
