import type { FieldType } from './field-type.ts';
import { makeListKeys, formatEntries, listSchema, normalizeEntries } from './list-rules.ts';
import { EXACT_OPERATORS } from '../filter/operators.ts';
import { normalizeModuleName } from './relate-rules.ts';
import { toText } from '../values/text.ts';

/** Several distinct module names, in the order given. */
export const multiModule: FieldType = {
  name: 'MultiModule',
  schemaType: 'Array',
  comparison: 'exact',
  keyKind: 'text',
  list: true,
  operators: EXACT_OPERATORS,
  normalize: (value, context) => normalizeEntries(value, (entry) => normalizeModuleName(entry, context), toText),
  toKey: (value) => makeListKeys(value, (entry) => toText(entry) || undefined),
  format: (value) => formatEntries(value, toText),
  jsonSchema: () => listSchema({ type: 'string', maxLength: 64 }),
};
