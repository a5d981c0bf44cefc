import type { InputType } from '../definitions/index.ts';
import type { JsonValue } from '../values/json.ts';
import { isTrue } from './evaluate-formula.ts';

/** Significant digits of a calculated number: the rest is what binary fractions add, as in 0.1 + 0.2. */
const DIGITS = 14;

/** The result of a formula as a value of an input type: rounded, and a number in a text as its digits. It may still not fit the field. */
export function prepareResult(inputType: InputType, value: JsonValue): JsonValue {
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
