import type { CompiledField, CompiledModule } from '../compiled/compiled-module.ts';
import { createConditionData, evaluateCondition, type ConditionContext, type ConditionData } from '../conditions/index.ts';
import type { Condition, FieldDefinition, Trigger } from '../definitions/index.ts';
import type { JsonObject } from '../values/json.ts';
import { markValidCondition } from '../conditions/evaluate-condition.ts';

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

/** The part of a parent field that determines how its value is compared. */
type ParentField = Pick<FieldDefinition, 'fieldName' | 'inputType'>;

type DateTrigger = Extract<Trigger, { kind: 'date' }>;
type NumberTrigger = Extract<Trigger, { kind: 'number' }>;

/** A rule with one operator. */
type Rule = Exclude<Condition, boolean>;

const TODAY = { var: 'today' };

/**
 * Converts the trigger of a dependent field to a condition on the value of its parent. A parent without a value matches only
 * as an unchecked checkbox.
 */
export function compileTrigger(trigger: Trigger, parent: ParentField): Condition {
  // A trigger may list more values than a condition.
  return markValidCondition(toRule(trigger, parent));
}

function toRule(trigger: Trigger, parent: ParentField): Rule {
  const value = { var: `record.${parent.fieldName}` };
  switch (trigger.kind) {
    case 'text':
      return { [parent.inputType === 'Phone' ? 'contains_phone' : 'contains_text']: [value, trigger.contains] };
    case 'date':
      return compileDays(trigger, { day: [value, { var: 'timeZone' }] });
    case 'number':
      return { and: [{ '===': [{ type_of: value }, 'number'] }, compareNumber(trigger, value)] };
    case 'dropdown':
      return { in: [value, trigger.in] };
    case 'multi-select':
      return { includes_all: [value, trigger.all] };
    case 'relate':
      return { in: [trigger.id, { ids: value }] };
    case 'address':
      return { and: [{ '===': [{ type_of: value }, 'object'] }, ...compareParts(trigger.parts, value)] };
    case 'checkbox':
      return { [trigger.equals === 'true' ? '===' : '!==']: [value, true] };
  }
}

/**
 * Before and After exclude the given day, Between includes both ends; a number of days is the span from today to that many
 * days later (earlier, when negative), both ends included.
 */
function compileDays(trigger: DateTrigger, day: Rule): Rule {
  if ('days' in trigger) {
    const moved = { add_days: [TODAY, trigger.days] };
    return isBetween(day, trigger.days < 0 ? moved : TODAY, trigger.days < 0 ? TODAY : moved);
  }
  if ('span' in trigger) return isInSpan(day, trigger.span);
  const named = trigger.value.slice(0, 10);
  if ('valueEnd' in trigger) return isBetween(day, named, trigger.valueEnd.slice(0, 10));
  return { and: [day, { [trigger.operator === 'Before' ? '<' : '>']: [day, named] }] };
}

function isBetween(day: Rule, first: unknown, last: unknown): Rule {
  return { and: [day, { '<=': [first, day, last] }] };
}

/** All days of a year start with '2026-', those of a month with '2026-03-'. */
function isInSpan(day: Rule, span: Extract<DateTrigger, { span: string }>['span']): Rule {
  const length = span === 'this_year' || span === 'last_year' ? 5 : 8;
  const months = { this_year: 0, last_year: -12, this_month: 0, last_month: -1 }[span];
  const within = months === 0 ? TODAY : { add_months: [TODAY, months] };
  return { and: [day, { '===': [{ substr: [day, 0, length] }, { substr: [within, 0, length] }] }] };
}

function compareNumber(trigger: NumberTrigger, value: Rule): Rule {
  switch (trigger.operator) {
    case 'Less':
      return { '<': [value, trigger.value] };
    case 'Greater':
      return { '>': [value, trigger.value] };
    case 'Equals':
      return { '===': [value, trigger.value] };
    case 'Between':
      return { '<=': [trigger.value, value, trigger.valueEnd] };
  }
}

function compareParts(parts: Extract<Trigger, { kind: 'address' }>['parts'], value: { readonly var: string }): Rule[] {
  return Object.entries(parts).map(([part, text]) => ({ same_text: [{ var: `${value.var}.${part}` }, text] }));
}

const compiled = new WeakMap<Trigger, Map<string, Condition>>();

/** The same, compiled once for a trigger and a parent. Definitions must not be changed. */
export function getTriggerCondition(trigger: Trigger, parent: ParentField): Condition {
  const known = compiled.get(trigger) ?? new Map<string, Condition>();
  compiled.set(trigger, known);
  const key = `${parent.inputType}.${parent.fieldName}`;
  const condition = known.get(key) ?? compileTrigger(trigger, parent);
  known.set(key, condition);
  return condition;
}
