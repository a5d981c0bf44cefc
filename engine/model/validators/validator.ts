import type { FieldDefinition } from '../definitions/index.ts';
import type { FieldProblem } from '../field-types/field-type.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';

/** The input of a named validator in addition to the value: the whole record, the field, its options, and the current day. */
export interface ValidatorInput {
  readonly record: JsonObject;
  readonly field: Pick<FieldDefinition, 'fieldName' | 'label' | 'inputType'>;
  readonly options: { readonly [name: string]: unknown };
  /** `YYYY-MM-DD` in the application's time zone. */
  readonly today: string;
}

/** Returns the problems of a stored value (`undefined`: missing). Pure; the same on the server and in the browser. */
export type Validator = (value: JsonValue | undefined, input: ValidatorInput) => readonly FieldProblem[];

/** Reads a number from the options of a validator. */
export function readNumberOption(input: ValidatorInput, name: string, fallback: number): number {
  const value = input.options[name];
  return typeof value === 'number' ? value : fallback;
}
