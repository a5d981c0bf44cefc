import type { InputType } from '../definitions/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { isMissing } from './normalize-result.ts';
import type { FieldContext, FieldType, NormalizeResult } from './field-type.ts';
import { getFieldType } from './registry.ts';

/**
 * A field type added by a plugin: one of the input types with additional rules. It is stored, filtered and sorted like its
 * input type, and displayed like it unless the plugin provides an input or a cell for it. A field selects it with
 * `fieldType`.
 */
export interface RefinedFieldType {
  /** Lower case letters, digits and hyphens, such as 'school-code'; unique among the plugins. */
  readonly name: string;
  readonly inputType: InputType;
  /**
   * Converts a value that the input type accepted to the form in which it is stored, or returns its problems. Never called
   * for a missing value.
   */
  readonly normalize?: (value: JsonValue, context: FieldContext) => NormalizeResult;
  /** The display text of a stored value; default: the display text of the input type. */
  readonly format?: (value: JsonValue, context: FieldContext) => string;
  /** Keywords for the JSON Schema of its values, in addition to those of the input type, such as `{ pattern: '^[A-Z]{3}$' }`. */
  readonly schema?: JsonObject;
}

const added = new Map<string, RefinedFieldType>();

/** Registers a plugin's field type for the definitions of this process. */
export function registerFieldType(type: RefinedFieldType): void {
  added.set(type.name, type);
}

/** The field type of a plugin; undefined: no enabled plugin has a field type of that name. */
export function findRefinedType(name: string): RefinedFieldType | undefined {
  return added.get(name);
}

/** The type of a field: its input type, with the rules of the plugin's field type if it has one. */
export function typeOfField(inputType: InputType, fieldType: string | undefined): FieldType {
  const own = getFieldType(inputType);
  const refined = fieldType === undefined ? undefined : added.get(fieldType);
  // If a plugin was removed, the last good definitions are active: its fields then have only the rules of their input type.
  return refined === undefined || refined.inputType !== inputType ? own : refineType(own, refined);
}

function refineType(own: FieldType, { normalize, format, schema = {} }: RefinedFieldType): FieldType {
  return {
    ...own,
    normalize(value, context) {
      const first = own.normalize(value, context);
      if (!first.ok || first.value === undefined || normalize === undefined) return first;
      const refined = normalize(first.value, context);
      // The value that the plugin returns must still be valid for the input type.
      return refined.ok && refined.value !== undefined ? own.normalize(refined.value, context) : refined;
    },
    format: (value, context) =>
      value === undefined || isMissing(value) || format === undefined ? own.format(value, context) : format(value, context),
    jsonSchema: (context) => ({ ...own.jsonSchema(context), ...schema }),
  };
}
