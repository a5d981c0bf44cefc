import type { CompiledField } from '../compiled/index.ts';
import type { InputType } from '../definitions/index.ts';
import { normalizeField } from '../keys/index.ts';
import type { JsonValue } from '../values/json.ts';
import { isTrue, type FormulaResult } from './evaluate-formula.ts';

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

/** Significant digits of a calculated number: the rest is what binary fractions add, as in 0.1 + 0.2. */
const DIGITS = 14;

/** Converts a calculated value to the stored form of its field (`undefined`: missing), or says why it is none. */
export function convertResult(field: CompiledField, value: JsonValue | undefined): FormulaResult {
  if (value === undefined || value === null || value === '') return { ok: true, value: emptyOf(field) };
  const normalized = normalizeField(field, prepare(field.definition.inputType, value), () => true);
  if (normalized.ok) return normalized;
  return { ok: false, reason: `The result does not fit the field: ${normalized.problems[0]?.message ?? ''}` };
}

/** A Checkbox is never missing. */
function emptyOf({ definition }: CompiledField): JsonValue | undefined {
  return definition.inputType === 'Checkbox' ? false : undefined;
}

function prepare(inputType: InputType, value: JsonValue): JsonValue {
  if (inputType === 'Checkbox') return isTrue(value);
  if (typeof value !== 'number') return value;
  if (inputType === 'Currency') return roundToCents(value);
  const exact = Number(value.toPrecision(DIGITS));
  return inputType === 'Number' ? exact : String(exact);
}

/** Half a cent is rounded away from zero. */
function roundToCents(dollars: number): number {
  const cents = Math.round(Number((Math.abs(dollars) * 100).toPrecision(DIGITS)));
  return (Math.sign(dollars) * cents) / 100;
}
