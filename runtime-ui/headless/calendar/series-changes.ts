import { formatExcluded, formatRule, splitRule } from '#engine/model/recurrence';
import { toText, type JsonObject, type JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { createRecord, getRecord, markDeleted, updateRecord, type RecordData } from '../../client/index.ts';
import { isWritable } from '../record/ownership.ts';
import { isEmptyValue } from '../module/record-value.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import type { CalendarFields } from './calendar-fields.ts';
import { occurrenceOf, readRecordSeries } from './calendar-series.ts';

/** Which occurrences a change is about: this one, this and all later ones, or all. */
export type SeriesScope = 'one' | 'following' | 'all';

/** An occurrence of a calendar. */
export interface OccurrenceInput {
  readonly module: ModuleView;
  readonly fields: CalendarFields;
  readonly entry: CalendarEntry;
}

/** The values of a record that a copy of it has too. */
function copiedValues(module: ModuleView, record: RecordData): JsonObject {
  const copied = module.fields.filter((field) => !field.system && field.unique !== true && isWritable(field, true));
  const values = copied.map(({ fieldName }) => [fieldName, record[fieldName]] as const);
  return Object.fromEntries(values.filter((one): one is readonly [string, JsonValue] => one[1] !== undefined && !isEmptyValue(one[1])));
}

/**
 * The values of a record that replaces an occurrence, or continues the series from there on. The server takes the occurrence out of the
 * series, or ends it, in the same save.
 */
export async function buildSeparateRecord(
  { module, fields, entry }: OccurrenceInput,
  scope: Exclude<SeriesScope, 'all'>,
  changes: JsonObject = {},
): Promise<JsonObject> {
  const { recurrence } = fields;
  const { field, end } = fields;
  const original = occurrenceOf(entry.record);
  if (recurrence === undefined || original === undefined) return changes;
  const whole = await getRecord(module.path, entry.record._id);
  const { [recurrence.rule]: rule, [recurrence.excluded]: _excluded, ...copied } = copiedValues(module, whole);
  const times = [field, ...(end === undefined ? [] : [end])].map(({ fieldName }) => [fieldName, entry.record[fieldName] ?? null] as const);
  return {
    ...copied,
    ...Object.fromEntries(times),
    ...changes,
    ...(scope === 'following' && rule !== undefined ? { [recurrence.rule]: rule } : {}),
    [recurrence.series]: entry.record._id,
    [recurrence.original]: original,
  };
}

/** Moves an occurrence, it and all later ones, or all of them by the same time; `changes` are its new start and end. */
export async function moveOccurrence(input: OccurrenceInput, scope: SeriesScope, changes: JsonObject): Promise<void> {
  const { module, fields, entry } = input;
  if (scope !== 'all') {
    await createRecord(module.path, await buildSeparateRecord(input, scope, changes));
    return;
  }
  const whole = await getRecord(module.path, entry.record._id);
  const moved = Object.entries(changes).map(([name, value]) => {
    // The entry shows its new values already; its occurrence is where it was.
    const length = Date.parse(toText(whole[fields.end?.fieldName ?? ''])) - Date.parse(toText(whole[fields.field.fieldName]));
    const begin = Date.parse(occurrenceOf(entry.record) ?? '');
    const before = name === fields.field.fieldName ? begin : begin + length;
    return [name, new Date(Date.parse(toText(whole[name])) + Date.parse(toText(value)) - before).toISOString()] as const;
  });
  await updateRecord(module.path, entry.record._id, { ...Object.fromEntries(moved), _version: whole['_version'] });
}

/** Deletes an occurrence, it and all later ones, or all of them. */
export async function deleteOccurrences({ module, fields, entry }: OccurrenceInput, scope: SeriesScope): Promise<void> {
  const { recurrence } = fields;
  const original = Date.parse(occurrenceOf(entry.record) ?? '');
  const whole = await getRecord(module.path, entry.record._id);
  const series = readRecordSeries(fields, whole);
  if (recurrence === undefined || series === undefined || scope === 'all' || (scope === 'following' && original <= series.start)) {
    await markDeleted(module.path, entry.record._id);
    return;
  }
  const change =
    scope === 'one'
      ? { [recurrence.excluded]: formatExcluded([...(series.excluded ?? []), original]) }
      : { [recurrence.rule]: formatRule(splitRule(series, original).before) };
  await updateRecord(module.path, entry.record._id, { ...change, _version: whole['_version'] });
}
