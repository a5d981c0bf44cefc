export type { FileRange, FilesPort } from './files.ts';
export type { GeocoderPort, ZipPlace, ZipSearch } from './geocoder.ts';
export type { ClockPort, IdsPort, StoredMail, LogPort, MailMessage, MailPort } from './others.ts';
export type { OutboundHttpPort, OutboundRequest, OutboundResult } from './outbound-http.ts';
export type { PubSubPort } from './pub-sub.ts';
export type { InsertedDocument, StoreFeed, StoreFeedListener } from './store-feed.ts';
export type {
  AbsenceCheck,
  CommitResult,
  CountOptions,
  GroupMeasure,
  GroupQuery,
  GroupRow,
  GroupStep,
  PlanStep,
  CommitConflict,
  StoreCapabilities,
  StorePage,
  StorePort,
  StoreQuery,
  StoreWrite,
  StoredRecord,
  UnitOfWork,
  VersionCheck,
  VersionedArea,
} from './store.ts';
export { isEncrypted, ENCRYPTED_PREFIX, type CipherPort } from './cipher.ts';
