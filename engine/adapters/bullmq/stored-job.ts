import { UnrecoverableError, type Job, type JobsOptions, type Queue } from 'bullmq';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import {
  toJobError,
  type BackOffPolicy,
  type FailedAttempt,
  type JobError,
  type JobReference,
  type JobState,
  type NormalizedJob,
  type QueueJob,
} from '../../ports/index.ts';

/** Failed attempts that are kept. */
const MAX_FAILURES = 10;
/** What BullMQ itself writes as the reason when a job was lost too often. */
const LOST_REASON = /stalled/;

/** The data of a job in Redis. */
export interface JobData {
  readonly payload: JsonValue;
  readonly backOff: Required<BackOffPolicy>;
  /** A cancel was requested, in milliseconds since the epoch: the worker that takes the job ends it. */
  readonly cancelledAt?: number;
  /** When it was retried last, in milliseconds since the epoch: it is due since then. */
  readonly retriedAt?: number;
}

/** What a handler returned: BullMQ does not keep null. */
export interface StoredResult {
  readonly value: JsonValue;
}

/** A queue of BullMQ with our jobs. */
export type StoredQueue = Queue<JobData, StoredResult, string>;

/** A job of ours in BullMQ. */
export type StoredJob = Job<JobData, StoredResult, string>;

export function toData({ payload, backOff }: NormalizedJob): JobData {
  return { payload, backOff };
}

/** The options of a job; a failed child does not keep its parent from running. */
export function toOptions(job: NormalizedJob): JobsOptions {
  return {
    jobId: job.id,
    delay: job.delay,
    priority: job.priority,
    attempts: job.attempts,
    backoff: { type: 'custom' },
    stackTraceLimit: MAX_FAILURES,
    ...(job.key === undefined ? {} : { deduplication: { id: job.key } }),
    ...(job.parent ? { ignoreDependencyOnFailure: true } : {}),
  };
}

/** The key of a job in Redis, and how it is named as a parent or child. */
export function toJobKey(prefix: string, { queue, id }: JobReference): string {
  return `${prefix}:${queue}:${id}`;
}

export function readJobKey(prefix: string, key: string): JobReference {
  const [queue = '', id = ''] = key.slice(prefix.length + 1).split(':');
  return { queue, id };
}

/** An error that BullMQ keeps: its message is the error of the job, its stack describes the attempt. */
export function createFailure(job: StoredJob, error: JobError, isFinal: boolean): Error {
  const message = JSON.stringify(error);
  const failure = isFinal ? new UnrecoverableError(message) : new MusterError('job_failed', { message });
  const attempt: FailedAttempt = { ...error, startedAt: job.processedOn ?? Date.now(), endedAt: Date.now() };
  failure.stack = JSON.stringify(attempt);
  return failure;
}

export function hasEnded(job: StoredJob): boolean {
  return job.finishedOn !== undefined;
}

/** A job in the form of the port. `state` is read apart from the job: the job itself tells whether it has ended. */
export function toQueueJob(prefix: string, job: StoredJob, state: string): QueueJob {
  const isCompleted = hasEnded(job) && typeof job.returnvalue === 'object' && job.returnvalue !== null;
  const current: JobState = hasEnded(job) ? (isCompleted ? 'completed' : 'failed') : toState(state);
  const progress = job.progress as { readonly value?: number | JsonObject } | number;
  return {
    id: job.id ?? '',
    queue: job.queueName,
    state: current,
    payload: job.data.payload,
    priority: job.priority,
    ...(job.deduplicationId === undefined ? {} : { key: job.deduplicationId }),
    ...(job.parentKey === undefined ? {} : { parent: readJobKey(prefix, job.parentKey) }),
    addedAt: job.timestamp,
    runAt: getDueTime(job, current),
    ...(job.processedOn === undefined ? {} : { startedAt: job.processedOn }),
    ...(job.finishedOn === undefined ? {} : { endedAt: job.finishedOn }),
    attempts: job.attemptsMade,
    maxAttempts: job.opts.attempts ?? 1,
    losses: job.stalledCounter,
    ...(typeof progress === 'object' && progress.value !== undefined ? { progress: progress.value } : {}),
    ...(isCompleted ? { result: job.returnvalue.value } : {}),
    ...(!isCompleted && job.failedReason ? { error: readReason(job.failedReason) } : {}),
    failures: (job.stacktrace ?? []).map((text) => readFailure(text, job)),
    isCancelling: job.data.cancelledAt !== undefined && !hasEnded(job),
  };
}

function toState(state: string): JobState {
  switch (state) {
    case 'active':
      return 'running';
    case 'delayed':
      return 'delayed';
    case 'waiting-children':
      return 'blocked';
    default:
      return 'waiting';
  }
}

/** The delay of a job is the one of the next attempt, and zero once it was due; its options keep the one with which it was added. */
function getDueTime(job: StoredJob, state: JobState): number {
  const last = state === 'delayed' ? job.stacktrace?.at(-1) : undefined;
  if (last !== undefined) return readFailure(last, job).endedAt + job.delay;
  return job.data.retriedAt ?? job.timestamp + (job.opts.delay ?? 0);
}

function readReason(reason: string): JobError {
  const known = parseObject(reason) as JobError | undefined;
  if (known) return known;
  return LOST_REASON.test(reason) ? toJobError(new MusterError('job_lost')) : { code: 'job_failed', message: reason };
}

function readFailure(text: string, job: StoredJob): FailedAttempt {
  const known = parseObject(text) as FailedAttempt | undefined;
  const at = job.finishedOn ?? job.processedOn ?? job.timestamp;
  return known ?? { ...readReason(text.split('\n')[0] ?? ''), startedAt: job.processedOn ?? at, endedAt: at };
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
