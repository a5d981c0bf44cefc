import { isMissing, MISSING, refuse, type FieldType, type NormalizeResult } from './field-type.ts';
import type { JsonValue } from '../values/json.ts';
import { toText } from '../values/text.ts';
import { formatEntries, listSchema, normalizeEntries } from './list-rules.ts';
import { listField, textField } from './text-types.ts';
import { formatMonth, formatTimeOfDay, parseMonth, parseTimeOfDay } from './written-times.ts';

/** The id of an entry, for programs. */
export const identifier: FieldType = { ...textField };

/** A time of day, stored as HH:mm. */
export const timeOfDay: FieldType = {
  ...textField,
  normalize: (value) => readText(value, parseTimeOfDay, 'not_a_time', 'Type a time, such as 9:30 AM.'),
  format: (value) => formatTimeOfDay(toText(value)),
  jsonSchema: () => ({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
};

/** A month, stored as YYYY-MM. */
export const month: FieldType = {
  ...textField,
  normalize: (value) => readText(value, parseMonth, 'not_a_month', 'Type a month, such as Dec 2026.'),
  format: (value) => formatMonth(toText(value)),
  jsonSchema: () => ({ type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
};

function readText(value: JsonValue, read: (text: string) => string | undefined, code: string, message: string): NormalizeResult {
  if (isMissing(value)) return MISSING;
  const found = typeof value === 'string' ? read(value) : undefined;
  return found === undefined ? refuse(code, message) : { ok: true, value: found };
}

/** A list of whole numbers. */
export const numbers: FieldType = {
  ...listField,
  normalize: (value) => normalizeEntries(value, readNumber),
  format: (value) => formatEntries(value, String),
  jsonSchema: () => listSchema({ type: 'integer' }),
};

function readNumber(value: JsonValue): NormalizeResult {
  if (isMissing(value)) return MISSING;
  const found = typeof value === 'string' ? Number(value) : value;
  return typeof found === 'number' && Number.isSafeInteger(found)
    ? { ok: true, value: found }
    : refuse('not_an_integer', 'Type whole numbers.');
}
