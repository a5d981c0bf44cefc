export type { FileRange, FilesPort } from './files.ts';
export type { GeocoderPort, ZipPlace, ZipSearch } from './geocoder.ts';
export {
  isEncrypted,
  ENCRYPTED_PREFIX,
  type ClockPort,
  type IdsPort,
  type StoredMail,
  type LogPort,
  type MailMessage,
  type MailPort,
  type PubSubPort,
  type CipherPort,
} from './others.ts';
export type { OutboundHttpPort, OutboundRequest, OutboundResult } from './outbound-http.ts';
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
