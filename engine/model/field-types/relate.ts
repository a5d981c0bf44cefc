import type { FieldType } from './field-type.ts';
import { RELATION_OPERATORS } from '../filter/operators.ts';
import { ID_SCHEMA, normalizeId } from './relate-rules.ts';
import { toText } from '../values/text.ts';

/** Another record, by its id. */
export const relate: FieldType = {
  name: 'Relate',
  schemaType: 'String',
  comparison: 'exact',
  keyKind: 'text',
  list: false,
  operators: RELATION_OPERATORS,
  normalize: normalizeId,
  toKey: (value) => toText(value) || undefined,
  format: toText,
  jsonSchema: () => ID_SCHEMA,
};
