export { groupBy } from '../module/group-by.ts';
export { BULK_CHUNK, createBulkRun, makeBatchId, shownCount, type BulkCallOptions, type BulkChunkAnswer, type BulkProgress, type BulkRefusal, type BulkRun, type BulkRunInput } from './bulk-run.ts';
export { CHECKBOX_REPLACEMENT, isOffered, massUpdateForm, massUpdatePayload, type MassUpdateForm } from './mass-update.ts';
export { MOST_SELECTED, readAmount, readFirstIds } from './selection-ids.ts';
export { followUndo, type UndoOutcome } from './follow-undo.ts';
export { useBulkRun, type BulkOutcome, type BulkRunHandle } from './use-bulk-run.ts';
