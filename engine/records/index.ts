export type * from './idempotency-key.ts';
export type * from './contract.ts';
export type * from './hooks.ts';
export type * from './saved-views.ts';
export type { ChangeEntry } from './shapes/change-entry.ts';
export type { RecordOptions } from './record-services.ts';
export { createRecordOperations } from './create-record-operations.ts';
export {
  AUDIT_COLLECTION,
  CHANGE_KEYS,
  CHANGES_COLLECTION,
  IDEMPOTENCY_COLLECTION,
  IDEMPOTENCY_KEYS,
  RECORD_COLLECTIONS,
} from './shapes/collections.ts';
export {
  fileKeysOf,
  fileLinkKeysOf,
  FILE_KEYS,
  FILE_LINK_KEYS,
  FILE_LINKS_COLLECTION,
  FILES_COLLECTION,
  type FileEntry,
  type FileLink,
} from './shapes/file-entries.ts';
export { readIdempotentResult, findIdempotencySlot, type IdempotencySlot } from './stages/idempotency-records.ts';
export {
  auditResourceChange,
  isAuditedResource,
  diffValues,
  type AuditedResource,
  type ResourceChange,
  type ValueChange,
} from './stages/audit-resource.ts';
export {
  commitUnitWithRetry,
  documentKeysOf,
  readStoredDocument,
  createDocumentRemoval,
  createDocumentWrite,
} from './stages/stored-document.ts';
export { deriveIdempotencyKey } from './stages/idempotency.ts';
export { withWarnings } from './with-warnings.ts';
export { NO_HOOKS } from './no-hooks.ts';
export { isBulkLoad } from './stages/hook-context.ts';
export { formatHookName } from './stages/hook-chain.ts';
export { MASK } from './stages/access-plan.ts';
export { decryptChange, decodeRecord } from './stages/encrypt-record.ts';
export { SENSITIVE_READ_SOURCE } from './stages/audit-sensitive-reads.ts';
export {
  createChangeReader,
  type ChangeReader,
  type CommittedChange,
  type ListMatcher,
  type VisibleChange,
} from './operations/change-reader.ts';
export { createRecordMatcher, type RecordMatcher } from './operations/record-matcher.ts';
export { removeInRounds } from './stages/remove-in-rounds.ts';
export { removeOldHistory, type HistoryServices, type RemovedHistory } from './operations/remove-old-history.ts';
export { encryptPlaintextValues, type EncryptionServices } from './operations/encrypt-plaintext-values.ts';
export { removeExpiredIdempotencyRecords } from './operations/remove-expired-idempotency-records.ts';
