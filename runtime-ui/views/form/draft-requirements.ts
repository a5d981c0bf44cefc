import type { ModuleView } from '#engine/model';
import { findTransitionRequirement } from '../../extensions/index.ts';
import type { Draft } from '../../headless/index.ts';

/** Names of the fields that the values of a draft ask for which it has not had before, filled in or not. */
export function listDraftRequirements(module: ModuleView, draft: Draft, before: Draft): readonly string[] {
  return module.fields.flatMap(({ fieldName }) => {
    const value = draft[fieldName];
    if (value === undefined || value === null || value === before[fieldName]) return [];
    // What it asks of any record, and of one that holds what this one holds.
    return [{}, { ...draft, [fieldName]: before[fieldName] }].flatMap((record) => findTransitionRequirement(module.name, fieldName, value, record)?.fields ?? []);
  });
}
