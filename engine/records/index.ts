export type * from './idempotency-key.ts';
export type * from './contract.ts';
export type * from './hooks.ts';
export type * from './views/saved-view-operations.ts';
export type { ChangeEntry } from './history/change-entry.ts';
export type { RecordOptions } from './record-services.ts';
export { createRecordOperations } from './create-record-operations.ts';
export {
  AUDIT_COLLECTION,
  CHANGE_KEYS,
  CHANGES_COLLECTION,
  IDEMPOTENCY_COLLECTION,
  IDEMPOTENCY_KEYS,
  RECORD_COLLECTIONS,
} from './collections.ts';
export {
  fileKeysOf,
  fileLinkKeysOf,
  FILE_KEYS,
  FILE_LINK_KEYS,
  FILE_LINKS_COLLECTION,
  FILES_COLLECTION,
  type FileEntry,
  type FileLink,
} from './attachments/file-entries.ts';
export { readIdempotentResult, findIdempotencySlot, type IdempotencySlot } from './save/idempotency-records.ts';
export {
  auditResourceChange,
  isAuditedResource,
  diffValues,
  type AuditedResource,
  type ResourceChange,
  type ValueChange,
} from './history/audit-resource.ts';
export {
  commitUnitWithRetry,
  documentKeysOf,
  readStoredDocument,
  createDocumentRemoval,
  createDocumentWrite,
} from './documents/stored-document.ts';
export { deriveIdempotencyKey } from './save/idempotency.ts';
export { withWarnings } from './with-warnings.ts';
export { NO_HOOKS } from './no-hooks.ts';
export { isBulkLoad } from './save/hook-context.ts';
export { formatHookName } from './save/hook-chain.ts';
export { MASK } from './access/access-plan.ts';
export { decryptChange, decodeRecord } from './encryption/encrypt-record.ts';
export { SENSITIVE_READ_SOURCE } from './history/audit-sensitive-reads.ts';
export {
  createChangeReader,
  type ChangeReader,
  type CommittedChange,
  type ListMatcher,
  type VisibleChange,
} from './history/change-reader.ts';
export { createRecordMatcher, type RecordMatcher } from './read/record-matcher.ts';
export { removeInRounds } from './documents/remove-in-rounds.ts';
export { removeOldHistory, type HistoryServices, type RemovedHistory } from './history/remove-old-history.ts';
export { encryptPlaintextValues, type EncryptionServices } from './encryption/encrypt-plaintext-values.ts';
export { removeExpiredIdempotencyRecords } from './save/remove-expired-idempotency-records.ts';
