import type { ModuleView } from '#engine/model';
import { findTransitionRequirement } from '../../extensions/index.ts';
import type { Draft } from '../../headless/index.ts';

/** Names of the fields that the changed values of a draft require, whether filled in or not. */
export function listDraftRequirements(module: ModuleView, draft: Draft, before: Draft): readonly string[] {
  return module.fields.flatMap(({ fieldName }) => {
    const value = draft[fieldName];
    if (value === undefined || value === null || value === before[fieldName]) return [];
    // The requirements for an empty record, and those for this record.
    return [{}, { ...draft, [fieldName]: before[fieldName] }].flatMap(
      (record) => findTransitionRequirement(module.name, fieldName, value, record)?.fields ?? [],
    );
  });
}
