import { refuse } from './answers.ts';
import type { FieldType } from './field-type.ts';
import { boundsSchema, normalizeNumber, readNumber } from './number-rules.ts';
import { ORDERED_OPERATORS } from './operator-sets.ts';

/** The next whole number of its module, given by the system. */
export const autoIncrement: FieldType = {
  name: 'AutoIncrement',
  schemaType: 'Number',
  comparison: 'number',
  keyKind: 'number',
  list: false,
  operators: ORDERED_OPERATORS,
  normalize(value, context) {
    const answer = normalizeNumber(value, context);
    if (!answer.ok || typeof answer.value !== 'number') return answer;
    if (!Number.isSafeInteger(answer.value) || answer.value < 0) return refuse('not_an_integer', 'Type a whole number.');
    return answer;
  },
  fold: readNumber,
  format: (value) => (typeof value === 'number' ? String(value) : ''),
  jsonSchema: (context) => ({ type: 'integer', minimum: 0, ...boundsSchema(context) }),
};
