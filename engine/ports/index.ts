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
export { assertIdCount, assertQueueName, normalizeJob, normalizeJobQuery, type NormalizedJob } from './queue/normalize-job.ts';
export { logJobFailure } from './queue/log-job-failure.ts';
export { getRetryDelay } from './queue/retry-delay.ts';
export { runAttempt, toJobError, type Attempt, type AttemptOutcome } from './queue/run-attempt.ts';
export { sortChildren } from './queue/sort-children.ts';
export { EXPIRY_BATCH, EXPIRY_INTERVAL, JOB_RETENTION, LEASE, normalizeWorkerOptions, STOP_WAIT } from './queue/worker-options.ts';
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
