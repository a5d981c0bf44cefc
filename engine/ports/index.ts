export type { FileRange, FilesPort } from './files.ts';
export type { LiveAudience, LiveEvent, LiveEventsPort } from './live-events.ts';
export type { GeocoderPort, ZipPlace, ZipSearch } from './geocoder.ts';
export {
  isEncrypted,
  ENCRYPTED_PREFIX,
  type ClockPort,
  type IdsPort,
  type MailPage,
  type LogPort,
  type MailMessage,
  type MailPort,
  type PubSubPort,
  type CipherPort,
} from './others.ts';
export type { OutboundExchange, OutboundHttpPort, OutboundRequest, OutboundResponse, OutboundResult } from './outbound-http.ts';
export type {
  BackOffPolicy,
  ChildInput,
  FailedAttempt,
  JobContext,
  JobError,
  JobHandler,
  JobInput,
  JobPage,
  JobQuery,
  JobReference,
  JobState,
  QueueHealth,
  QueueJob,
  QueuePort,
  QueueWorker,
  WorkerOptions,
} from './queue.ts';
export {
  assertIdCount,
  assertQueueName,
  normalizeJob,
  normalizeJobQuery,
  type NormalizedJob,
  EXPIRY_BATCH,
  EXPIRY_INTERVAL,
  JOB_RETENTION,
  LEASE,
  MAX_CONCURRENCY,
  MAX_JOB_LIMIT,
  normalizeWorkerOptions,
  STOP_WAIT,
  stringifyPayload,
} from './queue/normalize-job.ts';
export {
  logJobFailure,
  getRetryDelay,
  runAttempt,
  toJobError,
  type Attempt,
  type AttemptOutcome,
  sortChildren,
} from './queue/run-attempt.ts';
export type { InsertedDocument, StoreFeed, StoreFeedListener } from './store-feed.ts';
export type {
  AbsenceCheck,
  CollectionIndexes,
  CommitResult,
  CountOptions,
  GroupMeasure,
  GroupQuery,
  GroupRow,
  GroupStep,
  IndexUse,
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
  StoreVersions,
  VersionedArea,
} from './store.ts';
export type { MissingIndex, StoreInspection, StoreMeasures } from './store-inspection.ts';
