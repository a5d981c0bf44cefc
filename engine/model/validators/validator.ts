import type { FieldDefinition } from '../definitions/index.ts';
import type { FieldProblem } from '../field-types/field-type.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';

/** What a named validator looks at beside the value: the whole record, the field, its options, and the day it is. */
export interface ValidatorInput {
  readonly record: JsonObject;
  readonly field: Pick<FieldDefinition, 'fieldName' | 'label' | 'inputType'>;
  readonly options: { readonly [name: string]: unknown };
  /** `YYYY-MM-DD` in the time zone of the product. */
  readonly today: string;
}

/** Finds what is wrong with a stored value (`undefined`: missing). Pure; the same on the server and in the browser. */
export type Validator = (value: JsonValue | undefined, input: ValidatorInput) => readonly FieldProblem[];
