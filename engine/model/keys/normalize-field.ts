import type { CompiledField } from '../compiled/compiled.ts';
import type { FieldContext, NormalizeResult } from '../field-types/field-type.ts';
import type { JsonValue } from '../json/index.ts';

/** The context of a field's type, from a compiled field and the modules that exist. */
export function fieldContext(field: CompiledField, hasModule: (name: string) => boolean): FieldContext {
  return { field: field.definition, dropdown: field.dropdown, refs: field.refs, hasModule };
}

/** Converts a value to the form in which this field stores it (`undefined`: missing), or returns its problems. */
export function normalizeField(field: CompiledField, value: JsonValue, hasModule: (name: string) => boolean): NormalizeResult {
  return field.type.normalize(value, fieldContext(field, hasModule));
}

/** The display text of a stored value; relates are shown as ids. */
export function formatField(field: CompiledField, value: JsonValue | undefined): string {
  return field.type.format(
    value,
    fieldContext(field, () => true),
  );
}
