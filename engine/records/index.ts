export type * from './contract.ts';
export type * from './bulk/bulk-contract.ts';
export type * from './read/read-contract.ts';
export type * from './history/audit-contract.ts';
export type * from './hooks.ts';
export type { SaveToReplay, SaveTracer, TracedSave } from './tracing/trace-contract.ts';
export type * from './views/saved-view-operations.ts';
export { type ChangeEntry, CHANGE_KEYS, changeKeysOf, CHANGES_COLLECTION, effectKeyOf, withCurrentModule } from './history/change-entry.ts';
export { type ReadServices, type RecordOptions, type RecordServices, type SaveObserver } from './record-services.ts';
export {
  createDryRecordOperations,
  createRecordOperations,
  createRecordReader,
  RECORD_COLLECTIONS,
  replaySave,
} from './create-record-operations.ts';
export { createAuditRowReader, type AuditRow, type AuditRowReader } from './history/audit-rows.ts';
export {
  AUDIT_COLLECTION,
  auditResourceChange,
  isAuditedResource,
  diffValues,
  entriesOf,
  type AuditedResource,
  type ResourceChange,
  type ValueChange,
} from './history/audit-entry.ts';
export {
  IDEMPOTENCY_COLLECTION,
  IDEMPOTENCY_KEYS,
  readIdempotentResult,
  findIdempotencySlot,
  type IdempotencyKey,
  type IdempotencySlot,
  type ResultSource,
  removeExpiredIdempotencyRecords,
} from './save/idempotency-records.ts';
export {
  fileHolderOf,
  fileKeysOf,
  fileLinkKeysOf,
  FILE_KEYS,
  FILE_LINK_KEYS,
  FILE_LINKS_COLLECTION,
  FILES_COLLECTION,
  type FileEntry,
  type FileLink,
} from './attachments/file-entries.ts';
export {
  commitFresh,
  commitUnitWithRetry,
  defineKey,
  documentKeysOf,
  findDueDocuments,
  readStoredDocument,
  createDocumentRemoval,
  createDocumentWrite,
  removeInRounds,
  updateSystemDocument,
} from './documents/stored-document.ts';
export { linksOf, type Link } from './read/references.ts';
export { loadVisible, type LoadedRecord, type RecordRef } from './read/get-record.ts';
export type { SourceCollector } from './save/idempotency-records.ts';
export { deriveIdempotencyKey } from './save/idempotency.ts';
export { withWarnings } from './read/read-contract.ts';
export { NO_HOOKS } from './hooks.ts';
export { isBulkLoad } from './save/run-hooks.ts';
export { formatHookName } from './save/write-context.ts';
export { MASK } from './access/access-plan.ts';
export { assertModuleRight, findModule, hasRecordRight } from './access/record-access.ts';
export { conditionContext } from './save/condition-context.ts';
export { isFieldLocked } from './access/explain-access.ts';
export { decryptChange, decodeRecord } from './encryption/encrypt-record.ts';
export { SENSITIVE_READ_SOURCE } from './history/audit-sensitive-reads.ts';
export { createChangeReader, type ChangeReader, type ListMatcher, type VisibleChange } from './history/change-reader.ts';
export { type CommittedChange } from './history/coalesce-changes.ts';
export { createRecordMatcher, type RecordMatcher } from './read/record-matcher.ts';
export { createExportTooLargeError } from './read/export-records.ts';
export { createGroupError, readGroupStep } from './read/group-records.ts';
export { createUnknownFieldError, filterContext } from './read/read-query.ts';
export { removeOldHistory, type HistoryServices, type RemovedHistory } from './history/remove-old-history.ts';
export { encryptPlaintextValues, type EncryptionServices } from './encryption/encrypt-plaintext-values.ts';
export { fillAllLinkKeys } from './links/fill-link-keys.ts';
export { findSubjectField, listNamingFields, visitNames, type NamingField } from './named-fields/naming-fields.ts';
export { replaceRemovedValues } from './stored-fields/removed-values.ts';
export { replaceValue } from './stored-fields/replace-option.ts';
export {
  dismissTask,
  findTasks,
  findTasksOf,
  requestRemovals,
  requestInactiveReplacements,
  requestReplacements,
  restartTask,
  type InactiveOption,
  type RemovedOption,
  type RemovedValuesServices,
  type ValueTask,
} from './stored-fields/value-tasks.ts';
export { calculateUnsaved, findUnsavedCalculations, type UnsavedCalculations } from './calculations/calculate-unsaved.ts';
export { updateCalculatedFields, type CalculatedFieldsResult } from './calculations/update-calculated-fields.ts';
export { updateStoredFields, type StoredFieldsServices } from './stored-fields/update-stored-fields.ts';
export {
  writeUpcomingKeys,
  type FailedValue,
  type UpcomingField,
  type UpcomingKeysResult,
  type UpcomingKeysServices,
} from './stored-fields/write-upcoming-keys.ts';
export { afterTimeCursor, writeTimeCursor } from './documents/time-cursor.ts';
export { findViewUses, type ViewUse } from './views/find-view-uses.ts';
export { canReadColumn, findColumn } from './views/view-content.ts';
