import type { Condition } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
// Not imported from the index: that would add the definition schemas to the client bundle.
import { createConditionData, evaluateCondition, listConditionVariables } from '#engine/model/conditions';
import { findBrokenRules, findMassUpdateRefusal } from '#engine/model/rules';
import { readConditionContext } from '../form/condition-record.ts';
import type { FieldIssue } from '../form/problems.ts';
import { listRules, toRuleIssues } from '../form/rule-issues.ts';

/** Whether new values alone decide a condition: it reads no other field, and no value before the change. */
function isDecided(condition: Condition, values: JsonObject): boolean {
  return listConditionVariables(condition).every(({ name }) => {
    const [source, field] = name.split('.');
    return source !== 'old' && (source !== 'record' || Object.hasOwn(values, field ?? ''));
  });
}

function isTrue(condition: Condition | undefined, values: JsonObject): boolean | undefined {
  if (condition === undefined || !isDecided(condition, values)) return undefined;
  return evaluateCondition(condition, createConditionData(values, readConditionContext()));
}

/** Whether a field may be part of a mass update: its conditions are not decided by the chosen values, or allow it. */
export function isChangeable({ visibleWhen, readOnlyWhen }: FieldView, values: JsonObject): boolean {
  return isTrue(visibleWhen, values) !== false && isTrue(readOnlyWhen, values) !== true;
}

/** Whether the chosen values require the field on every record. */
export function isRequiredInMassUpdate({ requiredWhen }: FieldView, values: JsonObject): boolean {
  return isTrue(requiredWhen, values) === true;
}

/** What prevents a mass update with these values, whatever the records contain. */
export interface MassUpdateRefusal {
  /** Names of the missing fields. */
  readonly missing: readonly string[];
  readonly message: string;
}

/** The missing fields of a value's requirement; undefined: the values can be sent. */
export function findMissingInMassUpdate(module: ModuleView, values: JsonObject): MassUpdateRefusal | undefined {
  return findMassUpdateRefusal(module.fields, values, readConditionContext());
}

/** The issues of the validation rules that the chosen values alone decide, by field; `general` are those of no field. */
export function findMassUpdateIssues(
  module: ModuleView,
  values: JsonObject,
): { readonly byField: { readonly [field: string]: readonly FieldIssue[] }; readonly general: readonly string[] } {
  const decided = listRules(module).filter(
    ({ condition, watched }) => isDecided(condition, values) && [...watched].some((name) => Object.hasOwn(values, name)),
  );
  const broken = findBrokenRules(decided, createConditionData(values, readConditionContext()));
  return { byField: toRuleIssues(broken), general: broken.filter(({ fields }) => fields.length === 0).map(({ message }) => message) };
}
