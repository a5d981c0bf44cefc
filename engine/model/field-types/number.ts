import { refuse } from './answers.ts';
import type { FieldType } from './field-type.ts';
import { formatClock } from './format-clock.ts';
import { boundsSchema, normalizeNumber, readNumber } from './number-rules.ts';
import { ORDERED_OPERATORS } from './operator-sets.ts';

const PEOPLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 15 });

/** A number, of the field's unit if it has one. */
export const number: FieldType = {
  name: 'Number',
  schemaType: 'Number',
  comparison: 'number',
  keyKind: 'number',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value, context) {
    const answer = normalizeNumber(value, context);
    if (!answer.ok || context.field.integer !== true || answer.value === undefined) return answer;
    return Number.isSafeInteger(answer.value) ? answer : refuse('not_an_integer', 'Type a whole number.');
  },
  fold: readNumber,
  format(value, context) {
    const found = readNumber(value);
    if (found === undefined) return '';
    if (context.field.clock === true) return formatClock(found);
    const digits = context.field.grouped === false ? String(found) : PEOPLE.format(found);
    return context.field.unit === undefined ? digits : `${digits} ${context.field.unit}`;
  },
  jsonSchema: (context) => ({ type: context.field.integer === true ? 'integer' : 'number', ...boundsSchema(context) }),
};
