export type { FileRange, FilesPort } from './files.ts';
export type { GeocoderPort, ZipPlace, ZipSearch } from './geocoder.ts';
export type { ClockPort, IdsPort, KeptMail, LogPort, MailMessage, MailPort } from './others.ts';
export type { OutboundHttpPort, OutboundRequest, OutboundResult } from './outbound-http.ts';
export type { PubSubPort } from './pub-sub.ts';
export type { InsertedDocument, StoreFeed, StoreFollower } from './store-feed.ts';
export type {
  AbsenceGuard, CommitResult, CountOptions, GroupMeasure, GroupQuery, GroupRow, GroupStep, PlanStep, StaleRead,
  StoreCapabilities, StorePage, StorePort, StoreQuery, StoreWrite, StoredRecord, UnitOfWork, VersionCheck, VersionedArea,
} from './store.ts';
export { isSealed, SEAL_MARK, type SealPort } from './seal.ts';
