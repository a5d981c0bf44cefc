import { listOccurrences, readSeries, type RecurringSeries } from '#engine/model/recurrence';
import { zoneClock } from '#engine/model/time';
import { toText, type JsonObject } from '#engine/model/values';
import type { RecordData } from '../../client/index.ts';
import type { RecordValues } from '../module/record-value.ts';
import type { CalendarRange } from './calendar-days.ts';
import type { CalendarFields } from './calendar-fields.ts';

/** The key of an occurrence in its record: its beginning. The record has the other values of the series. */
const OCCURRENCE = '_occurrence';
const IS_FIRST = '_isFirstOccurrence';
/** Occurrences of one record in the visible days at most. */
const MAX_OCCURRENCES = 400;

/** The beginning of an occurrence of a record that repeats, as ISO time; undefined: the record does not repeat. */
export function occurrenceOf(record: RecordValues): string | undefined {
  const value = record[OCCURRENCE];
  return typeof value === 'string' ? value : undefined;
}

/** Whether an occurrence is the first one of its record: all later ones are then all. */
export function isFirstOccurrence(record: RecordValues): boolean {
  return record[IS_FIRST] === true;
}

/** The id of an entry: that of its record, with the beginning of the occurrence if it repeats. */
export function entryIdOf(record: RecordData): string {
  const occurrence = occurrenceOf(record);
  return occurrence === undefined ? record._id : `${record._id}@${occurrence}`;
}

/** A filter for records that repeat, or for those that do not; undefined: no record of the module repeats. */
export function repeatsFilter({ recurrence }: CalendarFields, repeats: boolean): JsonObject | undefined {
  return recurrence === undefined ? undefined : { [recurrence.rule]: { exists: repeats } };
}

/** The series of a record; undefined: it does not repeat, or its rule cannot be read. */
export function readRecordSeries({ field, recurrence, zone }: CalendarFields, record: RecordValues): RecurringSeries | undefined {
  if (recurrence === undefined) return undefined;
  const { [recurrence.rule]: rule, [recurrence.zone]: own, [recurrence.excluded]: excluded, [field.fieldName]: start } = record;
  return readSeries({ rule, start, zone: own, excluded }, zone);
}

/** The occurrences of records within the visible days, each as a record with its own start and end. */
export function listOccurrenceRecords(fields: CalendarFields, records: readonly RecordData[], range: CalendarRange): RecordData[] {
  const { field, end, zone } = fields;
  const clock = zoneClock(zone);
  const [from, to] = [clock.startOfDay(range.first), clock.startOfDay(range.end)];
  return records.flatMap((record) => {
    const series = readRecordSeries(fields, record);
    if (series === undefined) return [];
    const ending = end === undefined ? Number.NaN : Date.parse(toText(record[end.fieldName]));
    const length = Number.isNaN(ending) ? 0 : Math.max(0, ending - series.start);
    // An occurrence that ends at the beginning of the first day is not visible.
    const window = { from: length === 0 ? from : from - length + 1, to };
    return listOccurrences(series, window, MAX_OCCURRENCES).map((instant) => ({
      ...record,
      [field.fieldName]: new Date(instant).toISOString(),
      ...(end === undefined || Number.isNaN(ending) ? {} : { [end.fieldName]: new Date(instant + length).toISOString() }),
      [OCCURRENCE]: new Date(instant).toISOString(),
      [IS_FIRST]: instant === series.start,
    }));
  });
}
