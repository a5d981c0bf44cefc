import type { JsonValue } from '../values/json.ts';

/**
 * Where a job is: `waiting` for a free worker, `delayed` until a time (also between two attempts), `blocked` until its children have
 * ended, `running`, or ended: `completed` or `failed`. A cancelled job is `failed` with the error code `job_cancelled`.
 */
export const JOB_STATES = ['waiting', 'delayed', 'blocked', 'running', 'completed', 'failed'] as const;
/** Where a job is. */
export type JobState = (typeof JOB_STATES)[number];

/** Why an attempt of a job failed. */
export interface JobErrorView {
  readonly code: string;
  readonly message: string;
}

/** A job of a queue, as returned to System Admins. Times are ISO 8601. */
export interface JobView {
  readonly _id: string;
  readonly queue: string;
  readonly state: JobState;
  readonly addedAt: string;
  /** When it is or was due. */
  readonly runAt: string;
  /** Start of the last attempt; null: it has not started. */
  readonly startedAt: string | null;
  /** Null: it has not ended. */
  readonly endedAt: string | null;
  /** Attempts that have ended, and how many there may be. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Runs that were lost with their process. */
  readonly losses: number;
  /** A number, or an object; null: nothing was reported. */
  readonly progress: JsonValue;
  readonly result: JsonValue;
  readonly error: JobErrorView | null;
  /** A cancel was requested, and the job has not ended yet. */
  readonly isCancelling: boolean;
}

/** The same with what it was added with, and its failed attempts. */
export interface JobDetail extends JobView {
  readonly payload: JsonValue;
  /** The last ten, oldest first. */
  readonly failures: readonly (JobErrorView & { readonly startedAt: string; readonly endedAt: string })[];
}

/** A queue with its counts of jobs, as returned to System Admins. Times are ISO 8601. */
export interface QueueView {
  /** 'plugin/job'. */
  readonly name: string;
  /** Cron expression in the product's time zone, or 'once'; null: it has no schedule. */
  readonly schedule: string | null;
  /** The next scheduled run; null: there is none. */
  readonly nextAt: string | null;
  /** Whether the product or a plugin declares a job of this name: only then it can run. */
  readonly isDeclared: boolean;
  readonly waiting: number;
  readonly delayed: number;
  readonly blocked: number;
  readonly running: number;
  readonly failed: number;
  /** The job that runs, else the one that ended last. */
  readonly last: JobView | null;
}

/** An effect of a save that failed and will be tried again, as returned to System Admins. Times are ISO 8601. */
export interface FailingEffect {
  /** Id of the change. */
  readonly _id: string;
  readonly module: string;
  readonly record_id: string;
  readonly plugin: string;
  readonly hook: string;
  /** The last failure. */
  readonly code: string;
  readonly text: string;
  readonly at: string;
  readonly attempts: number;
  /** Time of the next attempt; null: it is tried again only when an admin requests it. */
  readonly nextAt: string | null;
}
