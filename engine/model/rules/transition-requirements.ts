import { createConditionData, evaluateCondition, listConditionFields, type ConditionContext } from '../conditions/index.ts';
import type { FieldDefinition, TransitionRequirementDefinition } from '../definitions/index.ts';
import { isMissing, ownValue } from '../field-types/field-type.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';

type TransitionField = Pick<FieldDefinition, 'fieldName' | 'transitionRequirements'>;

/** Whether a field of the module is shown for a record. */
export type IsShown = (name: string, record: JsonObject, context: ConditionContext) => boolean;

/** A requirement whose fields are missing. */
export interface UnmetRequirement {
  readonly requirement: TransitionRequirementDefinition;
  readonly missing: readonly string[];
}

/** What a value requires of a record that does not have it yet. */
export interface UpcomingRequirement {
  /** Names of the required fields that are empty. */
  readonly fields: readonly string[];
  readonly hint: string | undefined;
  readonly message: string;
}

/**
 * The requirements of the field's value that a record does not meet. With `changed`, only those that a change of one of these
 * fields concerns. A hidden field is never required.
 */
export function findUnmetRequirements(
  field: TransitionField,
  record: JsonObject,
  context: ConditionContext,
  isShown: IsShown,
  changed?: ReadonlySet<string>,
): readonly UnmetRequirement[] {
  const value = ownValue(record, field.fieldName);
  const found = listApplicable(field, value, record, context).map((requirement) => ({
    requirement,
    missing: listMissing(requirement, record, record, context, isShown),
  }));
  return found.filter(({ requirement, missing }) => missing.length > 0 && isConcerned(field, requirement, changed));
}

/** What a value would require if the record changed to it; undefined: nothing. */
export function findUpcomingRequirement(
  field: TransitionField,
  value: JsonValue,
  record: JsonObject,
  context: ConditionContext,
  isShown: IsShown,
): UpcomingRequirement | undefined {
  if (field.transitionRequirements === undefined || ownValue(record, field.fieldName) === value) return undefined;
  const moved = { ...record, [field.fieldName]: value };
  const after = { ...context, old: record };
  const found = listApplicable(field, value, moved, after)
    .map((requirement) => ({ requirement, missing: listMissing(requirement, record, moved, after, isShown) }))
    .filter(({ requirement, missing }) => requirement.requires.length === 0 || missing.length > 0);
  const first = found[0]?.requirement;
  if (first === undefined) return undefined;
  return { fields: [...new Set(found.flatMap(({ missing }) => missing))], hint: first.hint, message: first.message };
}

/**
 * Why new values for many records cannot be sent, whatever the records contain: a value requires fields that are not among
 * them. Undefined: they are sent, and each record is checked.
 */
export function findMassUpdateRefusal(
  fields: readonly TransitionField[],
  values: JsonObject,
  context: ConditionContext,
): { readonly message: string; readonly missing: readonly string[] } | undefined {
  for (const field of fields) {
    for (const requirement of field.transitionRequirements ?? []) {
      const { massUpdateMessage: message, requires, to } = requirement;
      const missing = requires.filter((name) => isMissing(ownValue(values, name)));
      const isKnown = listConditionFields(requirement.when).every((name) => Object.hasOwn(values, name));
      if (message === undefined || missing.length === 0 || !isKnown || !includesValue(to, ownValue(values, field.fieldName))) continue;
      if (isApplied(requirement, values, context)) return { message, missing };
    }
  }
  return undefined;
}

/** Names of the fields that decide whether any value of the field requires something. */
export function listTransitionFields({ transitionRequirements = [] }: TransitionField): readonly string[] {
  return [...new Set(transitionRequirements.flatMap(({ requires, when }) => [...requires, ...listConditionFields(when)]))];
}

function listApplicable(
  { transitionRequirements = [] }: TransitionField,
  value: JsonValue | undefined,
  record: JsonObject,
  context: ConditionContext,
): readonly TransitionRequirementDefinition[] {
  return transitionRequirements.filter((one) => includesValue(one.to, value) && isApplied(one, record, context));
}

function includesValue(values: readonly string[], value: JsonValue | undefined): boolean {
  return typeof value === 'string' && values.includes(value);
}

function isApplied({ when }: TransitionRequirementDefinition, record: JsonObject, context: ConditionContext): boolean {
  return when === undefined || evaluateCondition(when, createConditionData(record, context));
}

/** `moved` has the new value: it determines which fields are shown. */
function listMissing(
  { requires }: TransitionRequirementDefinition,
  record: JsonObject,
  moved: JsonObject,
  context: ConditionContext,
  isShown: IsShown,
): readonly string[] {
  return requires.filter((name) => isMissing(ownValue(record, name)) && isShown(name, moved, context));
}

function isConcerned(
  field: TransitionField,
  { requires, when }: TransitionRequirementDefinition,
  changed: ReadonlySet<string> | undefined,
): boolean {
  return changed === undefined || [field.fieldName, ...requires, ...listConditionFields(when)].some((name) => changed.has(name));
}
