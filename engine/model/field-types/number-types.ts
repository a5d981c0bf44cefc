import type { JsonObject, JsonValue } from '../values/json.ts';
import { ORDERED_OPERATORS } from '../filter/operators.ts';
import { isMissing, MISSING, refuse, type FieldContext, type NormalizeResult, type FieldType } from './field-type.ts';
import { formatRunningNumber, parseRunningNumber } from './number-format.ts';

/** A finite number within the field's limits; -0 becomes 0, so that each number has one form. */
function normalizeNumber(value: JsonValue, context: FieldContext): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (typeof value !== 'number') return refuse('wrong_type', 'Type a number.');
  if (!Number.isFinite(value)) return refuse('not_a_number', 'Type a number that is not infinite.');
  const { minimum, maximum } = context.field;
  if (minimum !== undefined && value < minimum) return refuse('too_small', `Type ${minimum} or more.`);
  if (maximum !== undefined && value > maximum) return refuse('too_large', `Type ${maximum} or less.`);
  return { ok: true, value: value === 0 ? 0 : value };
}

/** Reads a stored value as a number. */
function readNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The field's limits as JSON Schema. */
function boundsSchema(context: FieldContext): JsonObject {
  const { minimum, maximum } = context.field;
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}

const NUMBER_FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 15 });

/** A number, with the field's unit if it has one. */
export const number: FieldType = {
  name: 'Number',
  schemaType: 'Number',
  comparison: 'number',
  keyKind: 'number',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value, context) {
    const result = normalizeNumber(value, context);
    if (!result.ok || context.field.integer !== true || result.value === undefined) return result;
    return Number.isSafeInteger(result.value) ? result : refuse('not_an_integer', 'Type a whole number.');
  },
  toKey: readNumber,
  format(value, context) {
    const found = readNumber(value);
    if (found === undefined) return '';
    if (context.field.clock === true) return formatClock(found);
    const digits = context.field.grouped === false ? String(found) : NUMBER_FORMAT.format(found);
    return context.field.unit === undefined ? digits : `${digits} ${context.field.unit}`;
  },
  jsonSchema: (context) => ({ type: context.field.integer === true ? 'integer' : 'number', ...boundsSchema(context) }),
};

/** Formats hours as hours and minutes, rounded to the minute: 37.5 as '37:30'. */
export function formatClock(hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60);
  const sign = hours < 0 && minutes > 0 ? '-' : '';
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/**
 * Maximum amount in dollars, positive or negative: within it every amount in cents is an exact integer and converts to
 * dollars and back unchanged.
 */
const CURRENCY_MAX = 9_999_999_999_999.99;

const CURRENCY_FORMAT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Converts dollars to whole cents, the form in which money is compared and added. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Converts whole cents to dollars. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Dollars with at most two decimals. */
export const currency: FieldType = {
  name: 'Currency',
  schemaType: 'Number',
  comparison: 'money',
  keyKind: 'number',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value, context) {
    const result = normalizeNumber(value, context);
    if (!result.ok || typeof result.value !== 'number') return result;
    if (Math.abs(result.value) > CURRENCY_MAX) return refuse('too_large', 'Type an amount below ten trillion dollars.');
    if (toDollars(toCents(result.value)) !== result.value) return refuse('too_many_decimals', 'Use at most two decimals, such as 12.50.');
    return result;
  },
  toKey(value) {
    const dollars = readNumber(value);
    return dollars === undefined ? undefined : toCents(dollars);
  },
  format(value) {
    const dollars = readNumber(value);
    return dollars === undefined ? '' : CURRENCY_FORMAT.format(dollars);
  },
  jsonSchema: (context) => ({ type: 'number', minimum: -CURRENCY_MAX, maximum: CURRENCY_MAX, ...boundsSchema(context) }),
};

/** The highest number of an AutoIncrement that can be entered: enough exact integers follow it. */
const RUNNING_NUMBER_MAX = 999_999_999_999_999;

/** The next whole number of its module, assigned by the system. It is shown, and can be written, in the format of its field. */
export const autoIncrement: FieldType = {
  name: 'AutoIncrement',
  schemaType: 'Number',
  comparison: 'number',
  keyKind: 'number',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value, context) {
    const { numberFormat } = context.field;
    const typed = numberFormat === undefined || typeof value !== 'string' ? undefined : parseRunningNumber(numberFormat, value);
    const result = normalizeNumber(typed ?? value, context);
    if (!result.ok || typeof result.value !== 'number') return result;
    if (!Number.isSafeInteger(result.value) || result.value < 0) return refuse('not_an_integer', 'Type a whole number.');
    return result.value > RUNNING_NUMBER_MAX ? refuse('too_large', 'Type a number of at most 15 digits.') : result;
  },
  toKey: readNumber,
  format: (value, { field }) => (typeof value === 'number' ? formatRunningNumber(field.numberFormat, value) : ''),
  jsonSchema: (context) => ({ type: 'integer', minimum: 0, maximum: RUNNING_NUMBER_MAX, ...boundsSchema(context) }),
};
