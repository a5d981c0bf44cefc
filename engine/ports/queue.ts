import type { JobState } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';

export type { JobState };

/** The delay between two attempts of a job, in milliseconds. Each delay is extended by a random share of up to `jitter`. */
export interface BackOffPolicy {
  /** `fixed`: always `delay`; `exponential`: `delay`, doubled after each attempt. */
  readonly kind: 'fixed' | 'exponential';
  /** 0 to 30 days. */
  readonly delay: number;
  /** Upper bound of a delay without jitter; default one hour, or `delay` when that is more. */
  readonly maxDelay?: number;
  /** 0 to 1; default 0.2: retries of jobs that failed together are spread out. */
  readonly jitter?: number;
}

/** The name of a job across all queues. */
export interface JobReference {
  /** Name of the queue. */
  readonly queue: string;
  /** Id of the job, unique in its queue. */
  readonly id: string;
}

/** What is added to a queue. */
export interface JobInput {
  /**
   * 1 to 200 of `A-Z a-z 0-9 . _ / @ ~ + = -`, not an integer; default a new one. While a job of this id is kept
   * (until 30 days after its end) adding it again changes nothing and returns the id, so that an `add` can be repeated safely.
   */
  readonly id?: string;
  /**
   * JSON of at most 256 KiB. It is stored as it is and shown to System Admins: ids rather than personal data, and never a secret.
   * Default null.
   */
  readonly payload?: JsonValue;
  /** Milliseconds from now, 0 to 5 years; default 0. Not together with `children`. */
  readonly delay?: number;
  /** Integer 0 to 100; lower ones run first, and those of the same priority in the order in which they became due. Default 0. */
  readonly priority?: number;
  /** How often it may be tried in total, 1 to 100; default 1. Runs that were lost with their process do not count. */
  readonly attempts?: number;
  /** Default `{ kind: 'exponential', delay: 1000 }`. */
  readonly backOff?: BackOffPolicy;
  /**
   * Deduplication: of the jobs of a queue with the same key, one at most has not ended. 1 to 200 characters as in `id`. Not for
   * children and not together with `children`: give those jobs ids.
   */
  readonly key?: string;
  /** A blocked job that also waits for this one. Only a child of it that has not ended may rely on it being blocked. */
  readonly parent?: JobReference;
  /**
   * Jobs that must end, whether they complete or fail, before this one runs; added together with it or not at all. 1 to 1,000;
   * they have no `key`, `parent` or `children`, and their ids must be new. Without an id a child is called `<id of the parent>.<its index>`.
   */
  readonly children?: readonly ChildInput[];
}

/** A child that is added with its parent. */
export interface ChildInput extends Omit<JobInput, 'key' | 'parent' | 'children'> {
  /** Default: the queue of the parent. */
  readonly queue?: string;
}

/** Why an attempt failed. */
export interface JobError {
  /** The code of a `MusterError`, else `job_failed`. */
  readonly code: string;
  /** At most 2,000 characters. Not for logs: it may quote data. */
  readonly message: string;
}

/** An attempt that failed. Times in milliseconds since the epoch. */
export interface FailedAttempt extends JobError {
  /** Start of the attempt. */
  readonly startedAt: number;
  /** End of the attempt. */
  readonly endedAt: number;
}

/** A job as it is stored. Times in milliseconds since the epoch. */
export interface QueueJob {
  /** Unique in its queue. */
  readonly id: string;
  /** Name of the queue. */
  readonly queue: string;
  /** Where it is. */
  readonly state: JobState;
  /** What it was added with; null: nothing. */
  readonly payload: JsonValue;
  /** 0 to 100; lower ones run first. */
  readonly priority: number;
  /** Its deduplication key; absent: it has none. */
  readonly key?: string;
  /** The job that waits for it; absent: none does. */
  readonly parent?: JobReference;
  /** When it was added. */
  readonly addedAt: number;
  /** When it is or was due. */
  readonly runAt: number;
  /** Start of the last run. */
  readonly startedAt?: number;
  /** Present once it has ended. */
  readonly endedAt?: number;
  /** Attempts that have ended, since it was added or retried. */
  readonly attempts: number;
  /** How often it may be tried. */
  readonly maxAttempts: number;
  /** Runs that were lost: their process ended, or could not renew its lease. */
  readonly losses: number;
  /** As reported by the handler: a number, or an object of at most 4 KiB. */
  readonly progress?: number | JsonObject;
  /** What the handler returned, at most 64 KiB; a larger one is replaced by `{ omittedBytes }`. Null: nothing. */
  readonly result?: JsonValue;
  /** The last error; absent once it has completed. */
  readonly error?: JobError;
  /** The last ten failed attempts, oldest first. */
  readonly failures: readonly FailedAttempt[];
  /** A cancel was requested, and the job has not ended yet. */
  readonly isCancelling: boolean;
}

/** A request for a page of jobs. */
export interface JobQuery {
  /** Name of the queue. */
  readonly queue: string;
  /** Only jobs in this state. */
  readonly state: JobState;
  /** Jobs to skip, at most 10,000; default 0. */
  readonly offset?: number;
  /** 1 to 200; default 50. */
  readonly limit?: number;
}

/** A page of jobs: ended ones latest end first, the others in the order in which they start or started. */
export interface JobPage {
  /** The jobs of the page. */
  readonly jobs: readonly QueueJob[];
  /** Number of the jobs on all pages. */
  readonly total: number;
}

/** How many jobs of a queue are in each state; those that completed are counted by `list`. */
export interface QueueHealth extends Readonly<Record<Exclude<JobState, 'completed'>, number>> {
  /** Name of the queue. */
  readonly queue: string;
}

/** Passed to a handler for one attempt. */
export interface JobContext<Payload extends JsonValue = JsonValue> {
  /** Id of the job. */
  readonly id: string;
  /** Name of the queue. */
  readonly queue: string;
  /** What the job was added with; null: nothing. */
  readonly payload: Payload;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** How often the job may be tried. */
  readonly maxAttempts: number;
  /** Earlier runs that were lost: above 0, parts of the work may have been done already. */
  readonly losses: number;
  /** When the job was added, in milliseconds since the epoch. */
  readonly addedAt: number;
  /** The job that waits for it; absent: none does. */
  readonly parent?: JobReference;
  /**
   * Aborted with a `MusterError` as reason: `job_cancelled`, `job_timeout` (hard limit), `job_lost` (another worker has the job, or
   * soon will) or `job_interrupted` (the process stops). Five seconds later the run counts as ended, even if the handler continues.
   */
  readonly signal: AbortSignal;
  /**
   * Reports the progress; the last value wins, and calls in quick succession cost one write. Resolves when it is stored, or could
   * not be because the store or Redis is away.
   * @throws `job_invalid` for an object of more than 4 KiB.
   */
  readonly progress: (value: number | JsonObject) => Promise<void>;
  /**
   * The children that have ended, with results and errors: all of them when the parent runs. Oldest first.
   * @throws `queue_unavailable`, in a store the errors of the store.
   */
  readonly children: () => Promise<readonly QueueJob[]>;
}

/**
 * Does the work of a job, at least once: a run can be repeated after a crash, so effects need an idempotency key (the id of the job).
 * What it returns is kept as the result.
 * @throws any error: the attempt has failed.
 */
export type JobHandler<Payload extends JsonValue = JsonValue> = (context: JobContext<Payload>) => Promise<JsonValue | undefined | void>;

/** Options of a worker. */
export interface WorkerOptions {
  /** Jobs of this queue that run at the same time in this process, 1 to 1,000; default 1. */
  readonly concurrency?: number;
  /** Hard limit of one attempt in milliseconds, 1 to 7 days; default one hour. Above it the attempt fails with `job_timeout`. */
  readonly limit?: number;
  /** How often a lost run is started again before the job fails with `job_lost`; default 3. */
  readonly lossLimit?: number;
  /** False: the error will occur again, and the job fails without further attempts. Default: every error is worth another attempt. */
  readonly isRetryable?: (error: unknown) => boolean;
}

/** A worker of this process. */
export interface QueueWorker {
  /**
   * Takes no more jobs, and waits for the running ones. Those that run for longer than `within` milliseconds (default 10,000) are
   * aborted with `job_interrupted` and returned to the queue, which counts neither as an attempt nor as a loss. Never rejects.
   */
  stop(options?: { readonly within?: number }): Promise<void>;
}

/**
 * Named queues of jobs, shared by all processes of an installation. Queues need not be declared; a name has 1 to 100 characters
 * `A-Z a-z 0-9 . _ / -`. A job runs at least once and has exactly one end. The lease of a running job is renewed for as long as its
 * process lives, however long it runs; when the process dies, the job is taken over. One contract suite (`tests/contract/queue`) runs on every
 * adapter. Besides the errors that they name, functions reject with `queue_unavailable` (in a store: the errors of the store) within seconds
 * while the queue cannot be reached, and after `stop`; never with an error of a driver.
 */
export interface QueuePort {
  /**
   * Adds a job durably and returns its id: the id of another job when that has the same key and has not ended.
   * @throws `queue_invalid` for a wrong name, `job_invalid` for a value outside of its limits or a child that exists already,
   * `job_parent_not_blocked`.
   */
  add(queue: string, job: JobInput): Promise<string>;
  /**
   * The jobs with these ids, in their order; undefined where there is none (or no longer). At most 1,000.
   * @throws `queue_invalid` for a wrong name, `job_invalid` for more ids.
   */
  get(queue: string, ids: readonly string[]): Promise<readonly (QueueJob | undefined)[]>;
  /**
   * Reads a page of the jobs of a queue.
   * @throws `queue_invalid` for a wrong name, `job_invalid` for an offset or a limit outside of its range.
   */
  list(query: JobQuery): Promise<JobPage>;
  /**
   * The queues that were ever used, by name: all of them, or those of the given names.
   * @throws `queue_unavailable`, in a store the errors of the store.
   */
  health(queues?: readonly string[]): Promise<readonly QueueHealth[]>;
  /**
   * Cancels a job: its handler is not started any more; if it runs, its signal is aborted. It ends as failed with `job_cancelled` at
   * once, or when a worker reaches it; a handler that completes nevertheless has completed. With a blocked job its children are
   * cancelled. False when it has ended, or there is none.
   * @throws `queue_invalid` for a wrong name.
   */
  cancel(queue: string, id: string): Promise<boolean>;
  /**
   * Makes a failed job wait again, with all its attempts. A parent that ran without it does not run again.
   * @throws `queue_invalid` for a wrong name, `job_not_found`, `job_not_failed`, `job_duplicate` (another job with its key has not
   * ended).
   */
  retry(queue: string, id: string): Promise<void>;
  /**
   * Starts the worker of this process for a queue. It takes jobs from now on, and again after an outage by itself.
   * @throws `queue_invalid` for a wrong name, an option outside of its limits, and when this process has a worker for the queue already.
   */
  work<Payload extends JsonValue = JsonValue>(queue: string, handler: JobHandler<Payload>, options?: WorkerOptions): QueueWorker;
  /**
   * Removes all jobs that ended longer ago than they are kept (30 days), in batches; returns how many. Processes with workers do this
   * by themselves, every hour.
   * @throws `queue_unavailable`, in a store the errors of the store.
   */
  removeExpired(): Promise<number>;
  /**
   * Stops all workers of this process at the same time (see `QueueWorker`) and closes connections. Later calls throw
   * `queue_unavailable`. Never rejects.
   */
  stop(options?: { readonly within?: number }): Promise<void>;
}
