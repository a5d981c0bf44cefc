import type { FieldType } from './field-type.ts';
import { makeListKeys, formatEntries, listSchema, normalizeEntries } from './list-rules.ts';
import { RELATION_OPERATORS } from '../filter/operators.ts';
import { FLEX_SCHEMA, makeFlexKey, normalizeFlex } from './relate-rules.ts';

/** Several distinct records of several modules, in the order given. */
export const multiFlexRelate: FieldType = {
  name: 'MultiFlexRelate',
  schemaType: 'Array',
  comparison: 'flex',
  keyKind: 'text',
  list: true,
  operators: RELATION_OPERATORS,
  normalize: (value, context) =>
    normalizeEntries(
      value,
      (entry) => normalizeFlex(entry, context),
      (entry) => makeFlexKey(entry) ?? '',
    ),
  toKey: (value) => makeListKeys(value, makeFlexKey),
  format: (value) => formatEntries(value, (entry) => makeFlexKey(entry) ?? ''),
  jsonSchema: () => listSchema(FLEX_SCHEMA),
};
