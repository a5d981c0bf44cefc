import { isMissing, isObject, MISSING, refuse, type FieldType } from './field-type.ts';
import { normalizeFreeJson } from './free-json.ts';
import { PRESENCE_OPERATORS } from '../filter/operators.ts';

/** An object of any JSON, at most 64 KiB. `exists` is its only filter operator; {} counts as a value. */
export const object: FieldType = {
  name: 'Object',
  schemaType: 'Object',
  comparison: 'none',
  keyKind: 'number',
  list: false,
  operators: PRESENCE_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    return isObject(value) ? normalizeFreeJson(value) : refuse('wrong_type', 'Send an object.');
  },
  toKey: (value) => (isMissing(value) ? undefined : 1),
  format: (value) => (isMissing(value) ? '' : JSON.stringify(value)),
  jsonSchema: () => ({ type: 'object' }),
};
