import { evaluateCondition, type ConditionData } from '../conditions/index.ts';
import type { FieldDefinition } from '../definitions/index.ts';

type RequiredField = Pick<FieldDefinition, 'label' | 'required' | 'requiredText' | 'requiredWhen'>;

/** Whether a field must have a value for this record, if it is shown. */
export function isFieldRequired({ required, requiredWhen }: RequiredField, data: ConditionData): boolean {
  return required === true || (requiredWhen !== undefined && evaluateCondition(requiredWhen, data));
}

/** The message for a missing required value. */
export function getRequiredMessage({ label, requiredText }: RequiredField): string {
  return requiredText ?? `${label} is required.`;
}

/** Whether the condition of a field makes it read-only for this record. The rights of the user are not considered. */
export function isFieldReadOnly({ readOnlyWhen }: Pick<FieldDefinition, 'readOnlyWhen'>, data: ConditionData): boolean {
  return readOnlyWhen !== undefined && evaluateCondition(readOnlyWhen, data);
}
