import type { FieldView, ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { getRequiredMessage, listNewlyRequired } from '../../headless/index.ts';
import { missingFields, type EditedRecord, type MoveProblem } from '../../headless/inline/index.ts';
import { findRequirement } from './find-requirement.ts';

/** A missing requirement that is known before a value is sent; undefined: nothing that this user could fill in. */
export function findMissingRequirement(
  module: ModuleView,
  field: FieldView,
  record: EditedRecord,
  value: JsonValue | undefined,
  userId: string | undefined,
): MoveProblem | undefined {
  const requirement = value === undefined || value === null ? undefined : findRequirement(module, field, value, record);
  const required = listNewlyRequired(module, field, value, record);
  const names = [...new Set([...(requirement?.fields ?? []), ...required.map(({ fieldName }) => fieldName)])];
  const fields = missingFields(module, names, record, userId);
  if (fields.length === 0) return undefined;
  const message =
    requirement !== undefined && requirement.fields.length > 0 ? requirement.message : required.map(getRequiredMessage).join(' ');
  return { kind: 'fieldsRequired', message, fields, issues: {} };
}
