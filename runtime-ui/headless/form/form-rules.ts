import type { ConditionData } from '#engine/model/conditions';
import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import type { UpcomingRequirement } from '#engine/model/rules';
// Not imported from the index: that would add the definition schemas to the client bundle.
import { createConditionData, evaluateCondition, listConditionFields } from '#engine/model/conditions';
import { findUpcomingRequirement, isFieldReadOnly, isFieldRequired, listTransitionFields } from '#engine/model/rules';
import { readConditionContext, toConditionRecord } from './condition-record.ts';
import type { Draft } from './draft.ts';
import { createVisibility } from './visible-fields.ts';

export { getRequiredMessage } from '#engine/model/rules';

/** The values of a form: as they were loaded ({} for a new record), and as they would be saved. */
export interface FormValues {
  readonly base: Draft;
  readonly draft: Draft;
}

/** The data that the conditions of a module see. */
export function conditionDataOf(module: ModuleView, { base, draft }: FormValues): ConditionData {
  return createConditionData(toConditionRecord(module, draft), { ...readConditionContext(), old: toConditionRecord(module, base) });
}

/** Names of the fields that their `requiredWhen` requires now. */
export function listRequiredByRules(module: ModuleView, values: FormValues): readonly string[] {
  const fields = module.fields.filter(({ requiredWhen }) => requiredWhen !== undefined);
  if (fields.length === 0) return [];
  const data = conditionDataOf(module, values);
  return fields.filter((field) => isFieldRequired(field, data)).map(({ fieldName }) => fieldName);
}

/** Names of the fields that their `readOnlyWhen` makes read-only now. */
export function listReadOnlyByRules(module: ModuleView, values: FormValues): readonly string[] {
  const fields = module.fields.filter(({ readOnlyWhen }) => readOnlyWhen !== undefined);
  if (fields.length === 0) return [];
  const data = conditionDataOf(module, values);
  return fields.filter((field) => isFieldReadOnly(field, data)).map(({ fieldName }) => fieldName);
}

/** Whether a deadline of a record is still to be met, so that a past day is late. */
export function isDeadlineOpen(module: ModuleView, { openWhen }: FieldView, record: Draft): boolean {
  return openWhen !== undefined && evaluateCondition(openWhen, conditionDataOf(module, { base: record, draft: record }));
}

/** The draft that is saved: fields that are read-only by their condition have the value with which the form was opened. */
export function restoreReadOnlyFields(module: ModuleView, base: Draft, opened: Draft, draft: Draft): Draft {
  const names = listReadOnlyByRules(module, { base, draft }).filter((name) => draft[name] !== opened[name]);
  return names.length === 0 ? draft : { ...draft, ...Object.fromEntries(names.map((name) => [name, opened[name]])) };
}

/** Whether the condition of a field makes it read-only, or hides it, on a record as it is. */
export function isLockedByRule(module: ModuleView, field: FieldView, record: Draft): boolean {
  const { readOnlyWhen, visibleWhen } = field;
  if (readOnlyWhen === undefined && visibleWhen === undefined) return false;
  const data = conditionDataOf(module, { base: record, draft: record });
  return isFieldReadOnly(field, data) || (visibleWhen !== undefined && !evaluateCondition(visibleWhen, data));
}

/** What the definition of a field requires of a record for a value that it does not have yet; undefined: nothing. */
export function findDefinedRequirement(
  module: ModuleView,
  field: FieldView,
  value: JsonValue,
  record: Draft,
): UpcomingRequirement | undefined {
  if (field.transitionRequirements === undefined) return undefined;
  const isShown = createVisibility(module);
  return findUpcomingRequirement(field, value, toConditionRecord(module, record), readConditionContext(), (name, moved) => {
    const required = module.fields.find(({ fieldName }) => fieldName === name);
    return required !== undefined && isShown(required, moved, record);
  });
}

/** The empty fields that a new value of a field would make required by their `requiredWhen`. */
export function listNewlyRequired(module: ModuleView, field: FieldView, value: JsonValue | undefined, record: Draft): readonly FieldView[] {
  const values = { base: record, draft: { ...record, [field.fieldName]: value } };
  const before = listRequiredByRules(module, { base: record, draft: record });
  const isShown = createVisibility(module);
  return listRequiredByRules(module, values)
    .filter((name) => !before.includes(name) && toConditionRecord(module, values.draft)[name] === undefined)
    .flatMap((name) => module.fields.find(({ fieldName }) => fieldName === name) ?? [])
    .filter((one) => isShown(one, values.draft, record));
}

/** Names of the other fields that decide whether a field may be changed, and what its values require. */
export function listRuleFields(module: ModuleView, field: FieldView): readonly string[] {
  const dependents = module.fields.filter(({ requiredWhen }) => listConditionFields(requiredWhen).includes(field.fieldName));
  return [
    ...listConditionFields(field.readOnlyWhen),
    ...listConditionFields(field.visibleWhen),
    ...listConditionFields(field.openWhen),
    ...listTransitionFields(field),
    ...dependents.flatMap(({ fieldName, requiredWhen }) => [fieldName, ...listConditionFields(requiredWhen)]),
  ];
}
