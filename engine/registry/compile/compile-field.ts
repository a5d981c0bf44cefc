import { getFieldType, keyShapesOf, sealType, type CompiledField, type DropdownDefinition } from '#engine/model';
import type { ResolvedField } from './resolve-fields.ts';

/** What compiling a field looks into. */
export interface FieldSurroundings {
  readonly dropdowns: ReadonlyMap<string, DropdownDefinition>;
  readonly moduleNames: ReadonlySet<string>;
}

/** Compiles a checked field. */
export function compileField(resolved: ResolvedField, surroundings: FieldSurroundings): CompiledField {
  const { definition } = resolved;
  const own = getFieldType(definition.inputType);
  const type = definition.sensitive === true ? sealType(own) : own;
  return {
    id: definition.id,
    name: definition.fieldName,
    label: definition.label,
    definition,
    type,
    dropdown: definition.dropdown === undefined ? undefined : surroundings.dropdowns.get(definition.dropdown),
    refs: [definition.ref ?? []].flat().filter((name) => surroundings.moduleNames.has(name)),
    keys: keyShapesOf(definition.id, type),
    system: resolved.system,
    relationship: resolved.relationship,
  };
}
