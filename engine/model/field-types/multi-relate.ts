import type { FieldType } from './field-type.ts';
import { makeListKeys, formatEntries, listSchema, normalizeEntries } from './list-rules.ts';
import { RELATION_OPERATORS } from '../filter/operators.ts';
import { ID_SCHEMA, normalizeId } from './relate-rules.ts';
import { toText } from '../values/text.ts';

/** The ids of several distinct records, in the order given. */
export const multiRelate: FieldType = {
  name: 'MultiRelate',
  schemaType: 'Array',
  comparison: 'exact',
  keyKind: 'text',
  list: true,
  operators: RELATION_OPERATORS,
  normalize: (value) => normalizeEntries(value, normalizeId, toText),
  toKey: (value) => makeListKeys(value, (entry) => toText(entry) || undefined),
  format: (value) => formatEntries(value, toText),
  jsonSchema: () => listSchema(ID_SCHEMA),
};
