import type { CompiledField, CompiledModule } from '../compiled.ts';
import type { FieldDefinition } from '../definitions/index.ts';
import type { JsonObject } from '../json.ts';
import { matchTrigger, type VisibilityContext } from './match-trigger.ts';

/** The part of a field that determines whether it is shown. */
export type DependentField = Pick<FieldDefinition, 'fieldName' | 'inputType' | 'dependent' | 'parentField' | 'fieldsToTrigger' | 'deleted'>;

/** Finds a field of the same module by name, such as a Map of them. */
export interface FieldsByName {
  get(name: string): DependentField | undefined;
}

/**
 * Whether a field is shown for a record: it is not deleted and, if it depends on a parent, the parent is shown and its
 * value matches the trigger (no trigger: shown with its parent). The field is hidden if its parent does not exist or the
 * parents form a cycle.
 */
export function isFieldVisible(field: DependentField, fields: FieldsByName, record: JsonObject, context: VisibilityContext): boolean {
  const seen = new Set<string>();
  let current = field;
  for (;;) {
    if (current.deleted === true || seen.has(current.fieldName)) return false;
    if (current.dependent !== true || current.parentField === undefined) return true;
    seen.add(current.fieldName);
    const parent = fields.get(current.parentField);
    if (parent === undefined) return false;
    const value = Object.hasOwn(record, parent.fieldName) ? record[parent.fieldName] : undefined;
    const trigger = current.fieldsToTrigger;
    if (trigger !== undefined && !matchTrigger(trigger, value, parent.inputType, context)) return false;
    current = parent;
  }
}

/** The same, for a field of a compiled module. */
export function isCompiledFieldVisible(
  module: CompiledModule,
  field: CompiledField,
  record: JsonObject,
  context: VisibilityContext,
): boolean {
  if (field.definition.dependent !== true && field.definition.deleted !== true) return true;
  return isFieldVisible(field.definition, { get: (name) => module.fields.get(name)?.definition }, record, context);
}
