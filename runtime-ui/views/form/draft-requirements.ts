import type { ModuleView } from '#engine/model/wire';
import { listRequiredByRules, type Draft } from '../../headless/index.ts';
import { findRequirement } from '../field-update/find-requirement.ts';

/** Names of the fields that the changed values of a draft and their own conditions require, whether filled in or not. */
export function listDraftRequirements(module: ModuleView, draft: Draft, before: Draft): readonly string[] {
  const required = module.fields.flatMap((field) => {
    const { fieldName } = field;
    const value = draft[fieldName];
    if (value === undefined || value === null || value === before[fieldName]) return [];
    // The requirements for an empty record, and those for this record.
    return [{}, { ...draft, [fieldName]: before[fieldName] }].flatMap(
      (record) => findRequirement(module, field, value, record)?.fields ?? [],
    );
  });
  return [...required, ...listRequiredByRules(module, { base: before, draft })];
}
