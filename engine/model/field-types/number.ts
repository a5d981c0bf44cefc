import { refuse } from './normalize-result.ts';
import type { FieldType } from './field-type.ts';
import { formatClock } from './format-clock.ts';
import { boundsSchema, normalizeNumber, readNumber } from './number-rules.ts';
import { ORDERED_OPERATORS } from './operator-sets.ts';

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
