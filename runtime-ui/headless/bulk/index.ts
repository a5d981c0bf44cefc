export { groupBy } from '../module/group-by.ts';
export {
  BULK_CHUNK,
  createBulkRun,
  createBatchId,
  shownCount,
  type BulkRequestOptions,
  type BulkChunkResult,
  type BulkProgress,
  type BulkRefusal,
  type BulkRun,
  type BulkRunInput,
} from './bulk-run.ts';
export {
  CHECKBOX_REPLACEMENT,
  isOffered,
  buildMassUpdateForm,
  buildMassUpdatePayload,
  toMassUpdateField,
  withCheckboxReplacement,
  type MassUpdateForm,
} from './mass-update.ts';
export { MAX_SELECTED, readAmount, readFirstIds } from './selection-ids.ts';
export { undoBatchWithProgress, type UndoOutcome } from './undo-with-progress.ts';
export { useBulkRun, type BulkOutcome, type BulkRunHandle } from './use-bulk-run.ts';
export { findMassUpdateIssues, findMissingInMassUpdate, isChangeable, isRequiredInMassUpdate } from './mass-update-rules.ts';
