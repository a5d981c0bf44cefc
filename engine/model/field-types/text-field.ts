import { isMissing, type FieldType } from './field-type.ts';
import { TEXT_OPERATORS } from '../filter/operators.ts';
import { normalizeText } from './text-rules.ts';
import { foldText, toText } from '../values/text.ts';

/** Maximum number of characters of a TextField. */
export const TEXT_FIELD_MAX = 1000;

/** One line of text. */
export const textField: FieldType = {
  name: 'TextField',
  schemaType: 'String',
  comparison: 'text',
  keyKind: 'text',
  list: false,
  operators: TEXT_OPERATORS,
  normalize: (value) => normalizeText(value, { max: TEXT_FIELD_MAX }),
  toKey: (value) => (isMissing(value) ? undefined : foldText(toText(value))),
  format: toText,
  jsonSchema: () => ({ type: 'string', maxLength: TEXT_FIELD_MAX }),
};
