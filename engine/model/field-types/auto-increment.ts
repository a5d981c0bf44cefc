import { refuse, type FieldType } from './field-type.ts';
import { boundsSchema, normalizeNumber, readNumber } from './number-rules.ts';
import { ORDERED_OPERATORS } from '../filter/operators.ts';

/** The next whole number of its module, assigned by the system. */
export const autoIncrement: FieldType = {
  name: 'AutoIncrement',
  schemaType: 'Number',
  comparison: 'number',
  keyKind: 'number',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value, context) {
    const result = normalizeNumber(value, context);
    if (!result.ok || typeof result.value !== 'number') return result;
    if (!Number.isSafeInteger(result.value) || result.value < 0) return refuse('not_an_integer', 'Type a whole number.');
    return result;
  },
  toKey: readNumber,
  format: (value) => (typeof value === 'number' ? String(value) : ''),
  jsonSchema: (context) => ({ type: 'integer', minimum: 0, ...boundsSchema(context) }),
};
