import { refuse, type FieldType } from './field-type.ts';
import { boundsSchema, normalizeNumber, readNumber } from './number-rules.ts';
import { ORDERED_OPERATORS } from '../filter/operators.ts';

/**
 * Maximum amount in dollars, positive or negative: within it every amount in cents is an exact integer and converts to
 * dollars and back unchanged.
 */
const CURRENCY_MAX = 9_999_999_999_999.99;

const DISPLAY_FORMAT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

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
    return dollars === undefined ? '' : DISPLAY_FORMAT.format(dollars);
  },
  jsonSchema: (context) => ({ type: 'number', minimum: -CURRENCY_MAX, maximum: CURRENCY_MAX, ...boundsSchema(context) }),
};
