import type { InputType } from '../definitions/index.ts';
import type { JsonObject, JsonValue } from '../json/index.ts';
import { isMissing } from './normalize-result.ts';
import type { FieldContext, FieldType, NormalizeResult } from './field-type.ts';
import { getFieldType } from './registry.ts';

/**
 * A field type that a plugin adds: one of the input types with rules of its own. It is stored, found and sorted as its input
 * type is, and shown so where the plugin brings no input or cell for it. A field names it as `fieldType`.
 */
export interface RefinedFieldType {
  /** Lower case letters, digits and hyphens, such as 'school-code'; unique among the plugins. */
  readonly name: string;
  readonly inputType: InputType;
  /** Brings a value that the input type let through to the form in which it is stored, or says what is wrong with it. Never asked of a missing one. */
  readonly normalize?: (value: JsonValue, context: FieldContext) => NormalizeResult;
  /** A stored value as people read it; default: as the input type shows it. */
  readonly format?: (value: JsonValue, context: FieldContext) => string;
  /** Keywords for the JSON Schema of its values, beside those of the input type, such as `{ pattern: '^[A-Z]{3}$' }`. */
  readonly schema?: JsonObject;
}

const added = new Map<string, RefinedFieldType>();

/** Makes a plugin's field type known to the definitions of this process. */
export function registerFieldType(type: RefinedFieldType): void {
  added.set(type.name, type);
}

/** The field type of a plugin; undefined: no plugin that is enabled has one of that name. */
export function findRefinedType(name: string): RefinedFieldType | undefined {
  return added.get(name);
}

/** The type of a field: its input type, with the rules of a plugin's field type where it names one. */
export function typeOfField(inputType: InputType, fieldType: string | undefined): FieldType {
  const own = getFieldType(inputType);
  const refined = fieldType === undefined ? undefined : added.get(fieldType);
  // Where a plugin is gone, the last good definitions serve: its fields are what they are stored as.
  return refined === undefined || refined.inputType !== inputType ? own : refineType(own, refined);
}

function refineType(own: FieldType, { normalize, format, schema = {} }: RefinedFieldType): FieldType {
  return {
    ...own,
    normalize(value, context) {
      const first = own.normalize(value, context);
      if (!first.ok || first.value === undefined || normalize === undefined) return first;
      const refined = normalize(first.value, context);
      // What a plugin makes of a value is still one of the input type.
      return refined.ok && refined.value !== undefined ? own.normalize(refined.value, context) : refined;
    },
    format: (value, context) => (value === undefined || isMissing(value) || format === undefined ? own.format(value, context) : format(value, context)),
    jsonSchema: (context) => ({ ...own.jsonSchema(context), ...schema }),
  };
}
