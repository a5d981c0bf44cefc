import { isMissing, MISSING, refuse, type FieldType } from './field-type.ts';
import { EXACT_OPERATORS } from '../filter/operators.ts';

/** Yes or no. A missing value counts as no in every comparison. */
export const checkbox: FieldType = {
  name: 'Checkbox',
  schemaType: 'Boolean',
  comparison: 'boolean',
  keyKind: 'number',
  list: false,
  operators: EXACT_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    return typeof value === 'boolean' ? { ok: true, value } : refuse('wrong_type', 'Choose true or false.');
  },
  toKey: (value) => (value === true ? 1 : 0),
  format: (value) => (value === true ? 'Yes' : 'No'),
  jsonSchema: () => ({ type: 'boolean' }),
};
