import type { FieldType } from './field-type.ts';
import { makeListKeys, formatEntries, listSchema, normalizeEntries } from './list-rules.ts';
import { EXACT_OPERATORS } from '../filter/operators.ts';
import { formatOption, normalizeOption, optionSchema } from './option-rules.ts';
import { toText } from '../values/text.ts';

/** Several distinct options of a dropdown, in the order given. */
export const multiSelect: FieldType = {
  name: 'MultiSelect',
  schemaType: 'Array',
  comparison: 'exact',
  keyKind: 'text',
  list: true,
  operators: EXACT_OPERATORS,
  normalize: (value, context) => normalizeEntries(value, (entry) => normalizeOption(entry, context), toText),
  toKey: (value) => makeListKeys(value, (entry) => toText(entry) || undefined),
  format: (value, context) => formatEntries(value, (entry) => formatOption(entry, context)),
  jsonSchema: (context) => listSchema(optionSchema(context)),
};
