import type { CompiledField } from '../compiled/index.ts';
import type { InputType } from '../definitions/index.ts';
import { normalizeField } from '../keys/index.ts';
import type { JsonValue } from '../values/json.ts';
import type { FormulaResult } from './evaluate-formula.ts';
import { prepareResult } from './prepare-result.ts';

/** The input types that a formula can have. */
export const FORMULA_INPUT_TYPES: readonly InputType[] = [
  'TextField',
  'TextArea',
  'Url',
  'Number',
  'Currency',
  'Checkbox',
  'Date',
  'DateTime',
  'Dropdown',
];

/** Converts a calculated value to the stored form of its field (`undefined`: missing), or says why it is none. */
export function convertResult(field: CompiledField, value: JsonValue | undefined): FormulaResult {
  if (value === undefined || value === null || value === '') return { ok: true, value: emptyOf(field) };
  const normalized = normalizeField(field, prepareResult(field.definition.inputType, value), () => true);
  if (normalized.ok) return normalized;
  return { ok: false, reason: `The result does not fit the field: ${normalized.problems[0]?.message ?? ''}` };
}

/** A Checkbox is never missing. */
function emptyOf({ definition }: CompiledField): JsonValue | undefined {
  return definition.inputType === 'Checkbox' ? false : undefined;
}
