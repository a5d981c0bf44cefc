export type * from './contract.ts';
export type * from './hooks.ts';
export type { ChangeEntry } from './shapes/change-entry.ts';
export type { RecordOptions } from './kernel.ts';
export { createRecordOperations } from './create-record-operations.ts';
export { AUDIT_COLLECTION, CHANGE_KEYS, CHANGES_COLLECTION, IDEMPOTENCY_COLLECTION, IDEMPOTENCY_KEYS, RECORD_COLLECTIONS } from './shapes/collections.ts';
export { NO_HOOKS } from './no-hooks.ts';
export { MASK } from './stages/access-plan.ts';
export { removeExpiredAnswers } from './operations/remove-expired-answers.ts';
