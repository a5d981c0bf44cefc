import type { CompiledField } from '../compiled/compiled.ts';
import type { FieldContext, NormalizeResult } from '../field-types/field-type.ts';
import type { JsonValue } from '../json/index.ts';

/** What a field's type needs to know, from a compiled field and the modules that exist. */
export function fieldContext(field: CompiledField, hasModule: (name: string) => boolean): FieldContext {
  return { field: field.definition, dropdown: field.dropdown, refs: field.refs, hasModule };
}

/** A value brought to the form in which this field stores it (`undefined`: missing), or all that is wrong with it. */
export function normalizeField(field: CompiledField, value: JsonValue, hasModule: (name: string) => boolean): NormalizeResult {
  return field.type.normalize(value, fieldContext(field, hasModule));
}

/** A stored value as people read it; ids of relates as they are. */
export function formatField(field: CompiledField, value: JsonValue | undefined): string {
  return field.type.format(value, fieldContext(field, () => true));
}
