import { formatRows, hasColumns, normalizeRows, rowSchema } from './entry-rules.ts';
import { isMissing, MISSING, refuse, type FieldType } from './field-type.ts';
import { normalizeFreeJson } from './free-json.ts';
import { listSchema } from './list-rules.ts';
import { PRESENCE_OPERATORS } from '../filter/operators.ts';

/** A list of any JSON, or of entries with the columns of its entry schema; at most 64 KiB. `exists` is its only filter operator. */
export const array: FieldType = {
  name: 'Array',
  schemaType: 'Array',
  comparison: 'none',
  keyKind: 'number',
  list: false,
  operators: PRESENCE_OPERATORS,
  normalize(value, context) {
    if (hasColumns(context)) return normalizeRows(value, context);
    if (isMissing(value)) return MISSING;
    return Array.isArray(value) ? normalizeFreeJson(value) : refuse('wrong_type', 'Send a list.');
  },
  toKey: (value) => (isMissing(value) ? undefined : 1),
  format: (value, context) => (isMissing(value) ? '' : hasColumns(context) ? formatRows(value, context) : JSON.stringify(value)),
  jsonSchema: (context) => (hasColumns(context) ? listSchema(rowSchema(context)) : { type: 'array' }),
};
