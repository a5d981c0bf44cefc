import { formatRows, hasColumns, normalizeRow, rowSchema } from './entry-rules.ts';
import { isMissing, isObject, MISSING, refuse, type FieldType } from './field-type.ts';
import { normalizeFreeJson } from './free-json.ts';
import { PRESENCE_OPERATORS } from '../filter/operators.ts';

/**
 * An object of any JSON, or with the columns of its entry schema; at most 64 KiB. `exists` is its only filter operator. {} counts as a
 * value, unless it has an entry schema.
 */
export const object: FieldType = {
  name: 'Object',
  schemaType: 'Object',
  comparison: 'none',
  keyKind: 'number',
  list: false,
  operators: PRESENCE_OPERATORS,
  normalize(value, context) {
    if (hasColumns(context)) return normalizeRow(value, context);
    if (isMissing(value)) return MISSING;
    return isObject(value) ? normalizeFreeJson(value) : refuse('wrong_type', 'Send an object.');
  },
  toKey: (value) => (isMissing(value) ? undefined : 1),
  format: (value, context) => (isMissing(value) ? '' : hasColumns(context) ? formatRows(value, context) : JSON.stringify(value)),
  jsonSchema: (context) => (hasColumns(context) ? rowSchema(context) : { type: 'object' }),
};
