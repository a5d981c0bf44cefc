import type { FieldView, ModuleView } from '#engine/model/wire';
import type { SearchInput } from '../../client/index.ts';
import { findDropdown, findField, isRelating, listRuleFields } from '../../headless/index.ts';
import { findRequirement } from './find-requirement.ts';

/** Names of the fields that any value of this field requires, and that its conditions read. */
function listRequirementFields(module: ModuleView, field: FieldView): string[] {
  const required = (findDropdown(module, field)?.options ?? []).flatMap(
    ({ value }) => findRequirement(module, field, value, {})?.fields ?? [],
  );
  return [...required, ...listRuleFields(module, field)];
}

/**
 * A search with additional fields, and with the fields that values of all of them require, so that a missing requirement is known before a
 * move.
 */
export function withRequirementFields(module: ModuleView, query: SearchInput, more: readonly string[] = []): SearchInput {
  const find = (names: Iterable<string>): FieldView[] => [...names].flatMap((name) => findField(module, name) ?? []);
  const shown = find([...(query.fields ?? []), ...more]);
  const fields = find(
    new Set([...shown.map(({ fieldName }) => fieldName), ...shown.flatMap((field) => listRequirementFields(module, field))]),
  );
  const populate = fields.filter(isRelating).map(({ fieldName }) => fieldName);
  return { ...query, fields: fields.map(({ fieldName }) => fieldName), ...(populate.length > 0 ? { populate } : {}) };
}
