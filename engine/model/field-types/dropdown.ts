import type { FieldType } from './field-type.ts';
import { EXACT_OPERATORS } from '../filter/operators.ts';
import { formatOption, normalizeOption, optionSchema } from './option-rules.ts';
import { toText } from '../values/text.ts';

/** One option of a dropdown, by its value. */
export const dropdown: FieldType = {
  name: 'Dropdown',
  schemaType: 'Object',
  comparison: 'exact',
  keyKind: 'text',
  list: false,
  operators: EXACT_OPERATORS,
  normalize: normalizeOption,
  toKey: (value) => toText(value) || undefined,
  format: formatOption,
  jsonSchema: optionSchema,
};
