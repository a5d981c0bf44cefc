import type { CompiledField, CompiledModule } from '../compiled/compiled-module.ts';
import { createConditionData, evaluateCondition, type ConditionContext, type ConditionData } from '../conditions/index.ts';
import type { Condition, FieldDefinition } from '../definitions/index.ts';
import type { JsonObject } from '../values/json.ts';
import { getTriggerCondition } from './compile-trigger.ts';

/** The part of a field that determines whether it is shown. */
export type DependentField = Pick<
  FieldDefinition,
  'fieldName' | 'inputType' | 'dependent' | 'parentField' | 'fieldsToTrigger' | 'visibleWhen' | 'deleted'
>;

/** Finds a field of the same module by name, such as a Map of them. */
export interface FieldsByName {
  get(name: string): DependentField | undefined;
}

/** Returns the condition that a field sets on the value of its parent. */
type ReadTrigger = (field: DependentField, parent: DependentField) => Condition | undefined;

/**
 * Whether a field is shown for a record: it is not deleted, its `visibleWhen` is true and, if it depends on a parent, the
 * parent is shown and its value matches the trigger (no trigger: shown with its parent). The field is hidden if its parent
 * does not exist or the parents form a cycle.
 */
export function isFieldVisible(field: DependentField, fields: FieldsByName, record: JsonObject, context: ConditionContext): boolean {
  return isShown(field, fields, createConditionData(record, context), ({ fieldsToTrigger: trigger }, parent) =>
    trigger === undefined ? undefined : getTriggerCondition(trigger, parent),
  );
}

function isShown(field: DependentField, fields: FieldsByName, data: ConditionData, readTrigger: ReadTrigger): boolean {
  const seen = new Set<string>();
  let current = field;
  for (;;) {
    if (current.deleted === true || seen.has(current.fieldName)) return false;
    if (current.visibleWhen !== undefined && !evaluateCondition(current.visibleWhen, data)) return false;
    if (current.dependent !== true || current.parentField === undefined) return true;
    seen.add(current.fieldName);
    const parent = fields.get(current.parentField);
    if (parent === undefined) return false;
    const trigger = readTrigger(current, parent);
    if (trigger !== undefined && !evaluateCondition(trigger, data)) return false;
    current = parent;
  }
}

/** The same, for a field of a compiled module. */
export function isCompiledFieldVisible(
  module: CompiledModule,
  field: CompiledField,
  record: JsonObject,
  context: ConditionContext,
): boolean {
  const { definition } = field;
  if (definition.dependent !== true && definition.deleted !== true && definition.visibleWhen === undefined) return true;
  const fields = { get: (name: string) => module.fields.get(name)?.definition };
  return isShown(definition, fields, createConditionData(record, context), ({ fieldName }) => module.fields.get(fieldName)?.trigger);
}
