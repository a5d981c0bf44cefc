import { ORDERED_OPERATORS } from '../filter/operators.ts';
import { refuse, type FieldType } from './field-type.ts';
import { boundsSchema, normalizeNumber, readNumber } from './number-rules.ts';

const DISPLAY_FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 15 });

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
    const digits = context.field.grouped === false ? String(found) : DISPLAY_FORMAT.format(found);
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
