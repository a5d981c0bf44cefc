import type { CollectionSchema, KeySchema, RecordKeys } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { BackOffPolicy, FailedAttempt, JobError, JobReference, JobState, NormalizedJob, QueueJob } from '../../ports/index.ts';

const PLACE: KeySchema = { id: 'place', kind: 'text', list: false };
const ORDER: KeySchema = { id: 'order', kind: 'number', list: false };
const KEY: KeySchema = { id: 'key', kind: 'text', list: false };
const PARENT: KeySchema = { id: 'parent', kind: 'text', list: false };
const OPEN: KeySchema = { id: 'open', kind: 'number', list: false };

/** Keys of a job: `place` is its queue and state, `order` its position there, `open` marks a child that has not ended. */
export const JOB_KEYS = { place: PLACE, order: ORDER, key: KEY, parent: PARENT, open: OPEN };

/** The jobs, kept after their end. */
export const JOBS_COLLECTION: CollectionSchema = {
  name: '_queue_jobs',
  keys: [PLACE, ORDER, KEY, PARENT, OPEN],
  indexes: [{ keys: [PLACE.id, ORDER.id] }, { keys: [KEY.id], unique: true }, { keys: [PARENT.id, OPEN.id] }],
  contains: [],
};

/** The names of all queues. */
export const QUEUES_COLLECTION: CollectionSchema = { name: '_queues', keys: [], indexes: [], contains: [] };

/** Separates priorities in `order`: more than a time in milliseconds. */
const PRIORITY_STEP = 1e13;

/** A stored job. Times in milliseconds since the epoch. */
export interface JobDocument extends JobReference {
  readonly _id: string;
  readonly _version: number;
  readonly state: JobState;
  readonly payload: JsonValue;
  readonly priority: number;
  readonly maxAttempts: number;
  readonly backOff: Required<BackOffPolicy>;
  readonly key?: string | undefined;
  readonly parent?: JobReference | undefined;
  readonly addedAt: number;
  readonly runAt: number;
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  readonly attempts: number;
  readonly losses: number;
  readonly progress?: number | JsonObject | undefined;
  readonly result?: JsonValue | undefined;
  readonly error?: JobError | undefined;
  readonly failures: readonly FailedAttempt[];
  readonly cancelledAt?: number | undefined;
  /** While it runs: the process, and the run. A run that finds another one here has lost the job. */
  readonly worker?: string | undefined;
  readonly run?: string | undefined;
}

export function createJobDocument(job: NormalizedJob, now: number): JobDocument {
  const { queue, id, payload, priority, attempts, backOff, key, parent, children } = job;
  return {
    _id: toDocumentId(queue, id),
    _version: 1,
    queue,
    id,
    state: children.length > 0 ? 'blocked' : job.delay > 0 ? 'delayed' : 'waiting',
    payload,
    priority,
    maxAttempts: attempts,
    backOff,
    key,
    parent,
    addedAt: now,
    runAt: now + job.delay,
    attempts: 0,
    losses: 0,
    failures: [],
  };
}

/** Ids of jobs are unique in their queue. Neither has a space. */
export function toDocumentId(queue: string, id: string): string {
  return `${queue} ${id}`;
}

export function hasEnded({ state }: JobDocument): boolean {
  return state === 'completed' || state === 'failed';
}

/** The keys under which a job is found. */
export function toKeys(job: JobDocument): RecordKeys {
  const isOpen = !hasEnded(job);
  return {
    place: `${job.queue} ${job.state}`,
    order: getOrder(job),
    ...(isOpen && job.key !== undefined ? { key: `${job.queue} ${job.key}` } : {}),
    ...(job.parent ? { parent: toDocumentId(job.parent.queue, job.parent.id) } : {}),
    ...(job.parent && isOpen ? { open: 1 } : {}),
  };
}

function getOrder(job: JobDocument): number {
  switch (job.state) {
    case 'waiting':
      return job.priority * PRIORITY_STEP + job.runAt;
    case 'delayed':
      return job.runAt;
    case 'blocked':
      return job.addedAt;
    case 'running':
      return job.startedAt ?? 0;
    default:
      return job.endedAt ?? 0;
  }
}

/** The jobs of a queue in a state, those up to a position alone if one is given. */
export function inPlace(queue: string, state: JobState, upTo?: number): FilterNode {
  const place: FilterNode = { kind: 'equals', key: PLACE, values: [`${queue} ${state}`] };
  return upTo === undefined ? place : { kind: 'all', nodes: [place, { kind: 'range', key: ORDER, lte: upTo }] };
}

/** The children of a job, those that have not ended alone if `open`. */
export function childrenOf(parent: JobReference, open: boolean): FilterNode {
  const all: FilterNode = { kind: 'equals', key: PARENT, values: [toDocumentId(parent.queue, parent.id)] };
  return open ? { kind: 'all', nodes: [all, { kind: 'equals', key: OPEN, values: [1] }] } : all;
}

/** The job that has a deduplication key and has not ended. */
export function inKey(queue: string, key: string): FilterNode {
  return { kind: 'equals', key: KEY, values: [`${queue} ${key}`] };
}

/** A document for the store, without undefined values. */
export function toRecord(job: JobDocument): RecordDocument {
  return Object.fromEntries(Object.entries(job).filter(([, value]) => value !== undefined)) as unknown as RecordDocument;
}

/** A job in the form of the port. */
export function toQueueJob(job: JobDocument): QueueJob {
  const { _id, _version, backOff: _backOff, worker: _worker, run: _run, cancelledAt, ...rest } = job;
  return { ...rest, isCancelling: cancelledAt !== undefined && !hasEnded(job) } as QueueJob;
}
