export type * from './contract.ts';
export { createChangeSets } from './create-change-sets.ts';
export { addFieldIds, type DraftEdit, type DraftEdits } from './edit-changes.ts';
export type { ConflictChoices } from './merge-changes.ts';
export { DRAFTS_COLLECTION } from './stored-draft.ts';
export { keepsValuesOf, reviewRemovals } from './removals/review-removals.ts';
export { readValuesChoice, type FieldChoice } from './removals/values-choices.ts';
export { listStoredKeys, withStoredKeys, type StoredKeys } from './stored-keys.ts';
