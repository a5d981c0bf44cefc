import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import type { BackOffPolicy, ChildInput, JobInput, JobQuery, JobReference, WorkerOptions } from '../queue.ts';

const DAY = 86_400_000;
const MAX_PAYLOAD_BYTES = 256 * 1024;
const MAX_DELAY = 5 * 366 * DAY;
const MAX_BACK_OFF = 30 * DAY;
const MAX_CHILDREN = 1_000;
const MAX_IDS = 1_000;
const NAME = /^[\w./@~+=-]{1,200}$/;
const QUEUE_NAME = /^[\w./-]{1,100}$/;
const INTEGER = /^-?\d+$/;

/** A job with all defaults filled in. */
export interface NormalizedJob extends JobReference {
  /** Null: nothing. */
  readonly payload: JsonValue;
  /** Whole milliseconds from now. */
  readonly delay: number;
  /** 0 to 100. */
  readonly priority: number;
  /** 1 to 100. */
  readonly attempts: number;
  /** The delay between two attempts. */
  readonly backOff: Required<BackOffPolicy>;
  /** The deduplication key. */
  readonly key: string | undefined;
  /** The blocked job that waits for it. */
  readonly parent: JobReference | undefined;
  /** The jobs that it waits for; empty: none. */
  readonly children: readonly NormalizedJob[];
}

/**
 * Checks a job and fills in its defaults.
 * @throws `job_invalid`, `queue_invalid`.
 */
export function normalizeJob(queue: string, input: JobInput, nextId: () => string): NormalizedJob {
  assertQueueName(queue);
  const id = input.id ?? nextId();
  assertId(id);
  if (input.key !== undefined) check(NAME.test(input.key), 'its key has characters that are not allowed');
  const children = input.children ?? [];
  if (input.children !== undefined) {
    checkRange(children.length, 1, MAX_CHILDREN, 'children');
    check((input.delay ?? 0) === 0, 'a job with children has no delay');
    check(input.key === undefined, 'a job with children has no key');
  }
  if (input.parent !== undefined) {
    assertQueueName(input.parent.queue);
    assertId(input.parent.id);
    check(input.key === undefined, 'a child has no key');
    check(children.length === 0, 'a child has no children');
  }
  return {
    ...normalizeOptions(input),
    queue,
    id,
    key: input.key,
    parent: input.parent,
    children: children.map((child, index) => normalizeChild({ queue, id }, child, index)),
  };
}

function normalizeChild(parent: JobReference, child: ChildInput, index: number): NormalizedJob {
  const { queue = parent.queue, id = `${parent.id}.${index}` } = child;
  assertQueueName(queue);
  assertId(id);
  return { ...normalizeOptions(child), queue, id, key: undefined, parent, children: [] };
}

function normalizeOptions(input: Pick<JobInput, 'payload' | 'delay' | 'priority' | 'attempts' | 'backOff'>) {
  const { delay = 0, priority = 0, attempts = 1 } = input;
  const text = stringifyPayload(input.payload);
  check(Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES, 'its payload is larger than 256 KiB');
  const payload = JSON.parse(text) as JsonValue;
  checkRange(delay, 0, MAX_DELAY, 'delay');
  checkInteger(priority, 0, 100, 'priority');
  checkInteger(attempts, 1, 100, 'attempts');
  return { payload, delay: Math.round(delay), priority, attempts, backOff: normalizeBackOff(input.backOff) };
}

/** The payload of a job as JSON. Throws `job_invalid` for a value that is not JSON, such as a circular object. */
export function stringifyPayload(payload: JsonValue | undefined): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(payload ?? null);
  } catch {
    text = undefined;
  }
  if (text === undefined) throw new MusterError('job_invalid', { values: { reason: 'its payload is not JSON' } });
  return text;
}

function normalizeBackOff(policy: BackOffPolicy = { kind: 'exponential', delay: 1_000 }): Required<BackOffPolicy> {
  check(['fixed', 'exponential'].includes(policy.kind), 'the delay between its attempts is neither fixed nor exponential');
  const { kind, delay, maxDelay = Math.max(delay, 3_600_000), jitter = 0.2 } = policy;
  checkRange(delay, 0, MAX_BACK_OFF, 'delay between attempts');
  checkRange(maxDelay, delay, MAX_BACK_OFF, 'maximum delay between attempts');
  checkRange(jitter, 0, 1, 'jitter');
  return { kind, delay, maxDelay, jitter };
}

/**
 * Checks the name of a queue.
 * @throws `queue_invalid` for a name that a queue cannot have.
 */
export function assertQueueName(queue: string): void {
  if (!QUEUE_NAME.test(queue))
    throw new MusterError('queue_invalid', { values: { queue, reason: 'its name has characters that are not allowed' } });
}

/**
 * Checks the number of ids of `get`.
 * @throws `job_invalid` for more than 1,000.
 */
export function assertIdCount(ids: readonly string[]): void {
  checkRange(ids.length, 0, MAX_IDS, 'number of ids');
}

/**
 * Checks a request for a page and fills in its defaults.
 * @throws `job_invalid`, `queue_invalid`.
 */
export function normalizeJobQuery(query: JobQuery): Required<JobQuery> {
  const { queue, state, offset = 0, limit = 50 } = query;
  assertQueueName(queue);
  checkInteger(offset, 0, 10_000, 'offset');
  checkInteger(limit, 1, 200, 'limit');
  return { queue, state, offset, limit };
}

function assertId(id: string): void {
  check(NAME.test(id) && !INTEGER.test(id), 'its id has characters that are not allowed, or is an integer');
}

function checkInteger(value: number, from: number, to: number, what: string): void {
  checkRange(value, from, to, what);
  check(Number.isInteger(value), `its ${what} is not an integer`);
}

function checkRange(value: number, from: number, to: number, what: string): void {
  check(value >= from && value <= to, `its ${what} is not between ${from} and ${to}`);
}

function check(holds: boolean, reason: string): void {
  if (!holds) throw new MusterError('job_invalid', { values: { reason } });
}

const HOUR = 3_600_000;
/** Longest time that a job may run, in milliseconds. */
export const MAX_JOB_LIMIT = 7 * 24 * HOUR;
/** Most jobs of a queue that a worker runs at the same time. */
export const MAX_CONCURRENCY = 1_000;

/** How long ended jobs are kept, in milliseconds. */
export const JOB_RETENTION = 30 * 24 * HOUR;
/** Milliseconds between two searches for expired jobs. */
export const EXPIRY_INTERVAL = HOUR;
/** Expired jobs of a queue that are removed at the same time. */
export const EXPIRY_BATCH = 1_000;
/** Milliseconds that running jobs have to end when a worker stops. */
export const STOP_WAIT = 10_000;
/** Milliseconds after which a lease that was not renewed has ended. */
export const LEASE = 30_000;

/**
 * Checks the options of a worker and fills in their defaults.
 * @throws `queue_invalid`.
 */
export function normalizeWorkerOptions(queue: string, options: WorkerOptions = {}): Required<WorkerOptions> {
  assertQueueName(queue);
  const { concurrency = 1, limit = HOUR, lossLimit = 3, isRetryable = () => true } = options;
  const isValid = isWithin(concurrency, 1, MAX_CONCURRENCY) && isWithin(limit, 1, MAX_JOB_LIMIT) && isWithin(lossLimit, 0, 1_000);
  if (!isValid) throw new MusterError('queue_invalid', { values: { queue, reason: 'an option of its worker is out of range' } });
  return { concurrency, limit, lossLimit, isRetryable };
}

function isWithin(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to;
}
