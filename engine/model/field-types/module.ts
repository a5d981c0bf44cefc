import type { FieldType } from './field-type.ts';
import { EXACT_OPERATORS } from '../filter/operators.ts';
import { normalizeModuleName } from './relate-rules.ts';
import { toText } from '../values/text.ts';

/** The name of a module. */
export const module: FieldType = {
  name: 'Module',
  schemaType: 'Object',
  comparison: 'exact',
  keyKind: 'text',
  list: false,
  operators: EXACT_OPERATORS,
  normalize: normalizeModuleName,
  toKey: (value) => toText(value) || undefined,
  format: toText,
  jsonSchema: () => ({ type: 'string', maxLength: 64 }),
};
