import { isMissing, MISSING, refuse, type FieldType } from './field-type.ts';
import { normalizeFreeJson } from './free-json.ts';
import { PRESENCE_OPERATORS } from '../filter/operators.ts';

/** A list of any JSON, at most 64 KiB. `exists` is its only filter operator. */
export const array: FieldType = {
  name: 'Array',
  schemaType: 'Array',
  comparison: 'none',
  keyKind: 'number',
  list: false,
  operators: PRESENCE_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    return Array.isArray(value) ? normalizeFreeJson(value) : refuse('wrong_type', 'Send a list.');
  },
  toKey: (value) => (isMissing(value) ? undefined : 1),
  format: (value) => (isMissing(value) ? '' : JSON.stringify(value)),
  jsonSchema: () => ({ type: 'array' }),
};
