import { isMissing, type FieldType } from './field-type.ts';
import { TEXT_OPERATORS } from '../filter/operators.ts';
import { normalizeText } from './text-rules.ts';
import { foldText, toText } from '../values/text.ts';

/** Maximum number of characters of a TextArea. */
export const TEXT_AREA_MAX = 100_000;

/** Text of several lines, stored as typed. */
export const textArea: FieldType = {
  name: 'TextArea',
  schemaType: 'String',
  comparison: 'text',
  keyKind: 'text',
  list: false,
  operators: TEXT_OPERATORS,
  normalize: (value) => normalizeText(value, { max: TEXT_AREA_MAX, lines: true }),
  toKey: (value) => (isMissing(value) ? undefined : foldText(toText(value))),
  format: toText,
  jsonSchema: () => ({ type: 'string', maxLength: TEXT_AREA_MAX }),
};
