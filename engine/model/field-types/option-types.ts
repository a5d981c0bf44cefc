import type { JsonObject, JsonValue } from '../values/json.ts';
import { toText } from '../values/text.ts';
import { EXACT_OPERATORS } from '../filter/operators.ts';
import { isMissing, MISSING, refuse, type FieldContext, type NormalizeResult, type FieldType } from './field-type.ts';
import { makeListKeys, formatEntries, listSchema, normalizeEntries } from './list-rules.ts';

/** Accepts one value of the field's dropdown, also a retired one, and a stored value that is no longer an option. */
function normalizeOption(value: JsonValue, context: FieldContext): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (typeof value !== 'string') return refuse('wrong_type', 'Choose one of the options.');
  const known = (context.dropdown?.options.some((option) => option.value === value) ?? false) || context.stored?.flat().includes(value);
  return known ? { ok: true, value } : refuse('not_an_option', `Choose one of the options of ${context.field.label}.`);
}

/** The label of an option; a value that is no longer an option is shown unchanged. */
function formatOption(value: JsonValue | undefined, context: FieldContext): string {
  const text = toText(value);
  return context.dropdown?.options.find((option) => option.value === text)?.label ?? text;
}

/** JSON Schema of one value of the field's dropdown. */
function optionSchema(context: FieldContext): JsonObject {
  const values = context.dropdown?.options.map((option) => option.value) ?? [];
  return values.length === 0 ? { type: 'string', maxLength: 200 } : { type: 'string', enum: values };
}

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

/** Yes or no. A missing value counts as no in every comparison. */
export const checkbox: FieldType = {
  name: 'Checkbox',
  schemaType: 'Boolean',
  comparison: 'boolean',
  keyKind: 'number',
  list: false,
  operators: EXACT_OPERATORS,
  normalize(value) {
    if (isMissing(value)) return MISSING;
    return typeof value === 'boolean' ? { ok: true, value } : refuse('wrong_type', 'Choose true or false.');
  },
  toKey: (value) => (value === true ? 1 : 0),
  format: (value) => (value === true ? 'Yes' : 'No'),
  jsonSchema: () => ({ type: 'boolean' }),
};
