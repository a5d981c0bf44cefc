import { isMissing, type FieldType } from './field-type.ts';
import { makeListKeys, formatEntries, listSchema, normalizeEntries } from './list-rules.ts';
import { UNORDERED_TEXT_OPERATORS } from '../filter/operators.ts';
import { TEXT_FIELD_MAX } from './text-field.ts';
import { normalizeText } from './text-rules.ts';
import { foldText, toText } from '../values/text.ts';

/** A list of short texts. */
export const listField: FieldType = {
  name: 'ListField',
  schemaType: 'Array',
  comparison: 'text',
  keyKind: 'text',
  list: true,
  operators: UNORDERED_TEXT_OPERATORS,
  normalize: (value) => normalizeEntries(value, (entry) => normalizeText(entry, { max: TEXT_FIELD_MAX })),
  toKey: (value) => makeListKeys(value, (entry) => (isMissing(entry) ? undefined : foldText(toText(entry)))),
  format: (value) => formatEntries(value, toText),
  jsonSchema: () => listSchema({ type: 'string', maxLength: TEXT_FIELD_MAX }),
};
