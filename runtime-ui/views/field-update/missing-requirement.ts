import type { FieldView, JsonValue, ModuleView } from '#engine/model';
import { findTransitionRequirement } from '../../extensions/index.ts';
import { missingFields, type EditedRecord, type MoveProblem } from '../../headless/inline/index.ts';

/** A missing requirement that is known before a value is sent; undefined: nothing that this user could fill in. */
export function findMissingRequirement(
  module: ModuleView,
  field: FieldView,
  record: EditedRecord,
  value: JsonValue | undefined,
  userId: string | undefined,
): MoveProblem | undefined {
  const requirement =
    value === undefined || value === null ? undefined : findTransitionRequirement(module.name, field.fieldName, value, record);
  const fields = requirement === undefined ? [] : missingFields(module, requirement.fields, record, userId);
  return requirement === undefined || fields.length === 0 ? undefined : { kind: 'asks', message: requirement.message, fields, issues: {} };
}
