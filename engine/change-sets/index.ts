export type * from './contract.ts';
export { ALIAS_USES_COLLECTION, createAliasUses, type AliasUses } from './aliases/alias-uses.ts';
export { createChangeSets } from './create-change-sets.ts';
export { addFieldIds, type DraftEdit, type DraftEdits } from './edit-changes.ts';
export type { ConflictChoices } from './merge-changes.ts';
export { CONVERSIONS_COLLECTION } from './conversions/stored-conversion.ts';
export { DRAFTS_COLLECTION } from './stored-draft.ts';
export { keepsValuesOf, reviewRemovals } from './removals/review-removals.ts';
export { readValuesChoice, type FieldChoice, type ValuesChoices } from './removals/values-choices.ts';
