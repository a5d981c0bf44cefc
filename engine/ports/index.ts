export type { ClockPort, IdsPort, KeptMail, LogPort, MailMessage, MailPort } from './others.ts';
export type {
  AbsenceGuard, CommitResult, CountOptions, GroupMeasure, GroupQuery, GroupRow, GroupStep, PlanStep, StaleRead,
  StoreCapabilities, StorePage, StorePort, StoreQuery, StoreWrite, StoredRecord, UnitOfWork, VersionCheck, VersionedArea,
} from './store.ts';
export { isSealed, SEAL_MARK, type SealPort } from './seal.ts';
