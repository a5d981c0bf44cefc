import { isMissing, MISSING, refuse, type FieldContext, type NormalizeResult } from './field-type.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';
import { toText } from '../values/text.ts';

/** Accepts one value of the field's dropdown; retired options are still valid. */
export function normalizeOption(value: JsonValue, context: FieldContext): NormalizeResult {
  if (isMissing(value)) return MISSING;
  if (typeof value !== 'string') return refuse('wrong_type', 'Choose one of the options.');
  const known = context.dropdown?.options.some((option) => option.value === value) ?? false;
  return known ? { ok: true, value } : refuse('not_an_option', `Choose one of the options of ${context.field.label}.`);
}

/** The label of an option; a value that is no longer an option is shown unchanged. */
export function formatOption(value: JsonValue | undefined, context: FieldContext): string {
  const text = toText(value);
  return context.dropdown?.options.find((option) => option.value === text)?.label ?? text;
}

/** JSON Schema of one value of the field's dropdown. */
export function optionSchema(context: FieldContext): JsonObject {
  const values = context.dropdown?.options.map((option) => option.value) ?? [];
  return values.length === 0 ? { type: 'string', maxLength: 200 } : { type: 'string', enum: values };
}
