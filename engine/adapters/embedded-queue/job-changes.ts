import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import { getRetryDelay, toJobError, type JobError } from '../../ports/index.ts';
import type { JobDocument } from './job-document.ts';

const MAX_FAILURES = 10;

/** The changes that a job goes through. Each returns the next document; its version is set when it is stored. */

export function claim(job: JobDocument, worker: string, run: string, now: number): JobDocument {
  return { ...job, state: 'running', startedAt: now, worker, run, progress: undefined };
}

export function complete(job: JobDocument, result: JsonValue, now: number): JobDocument {
  return { ...release(job), state: 'completed', attempts: job.attempts + 1, endedAt: now, result, error: undefined };
}

/** After a failed attempt: waits for the next one, unless there is none. */
export function fail(job: JobDocument, failure: { readonly error: JobError; readonly isFinal: boolean }, now: number): JobDocument {
  const { error, isFinal } = failure;
  const attempts = job.attempts + 1;
  const failed: JobDocument = {
    ...release(job),
    attempts,
    error,
    failures: [...job.failures, { ...error, startedAt: job.startedAt ?? now, endedAt: now }].slice(-MAX_FAILURES),
  };
  if (isFinal || attempts >= job.maxAttempts) return { ...failed, state: 'failed', endedAt: now };
  if (job.cancelledAt !== undefined) return cancel(failed, now);
  const delay = getRetryDelay(job.backOff, attempts, Math.random());
  return { ...failed, state: delay > 0 ? 'delayed' : 'waiting', runAt: now + delay };
}

/** After a run was lost with its process. */
export function lose(job: JobDocument, lossLimit: number, now: number): JobDocument {
  const lost = { ...release(job), losses: job.losses + 1 };
  if (job.cancelledAt !== undefined) return cancel(lost, now);
  if (lost.losses > lossLimit) return { ...lost, state: 'failed', endedAt: now, error: toJobError(new MusterError('job_lost')) };
  return { ...lost, state: 'waiting' };
}

/** After a run was interrupted because its process stops. */
export function giveBack(job: JobDocument, now: number): JobDocument {
  return job.cancelledAt === undefined ? { ...release(job), state: 'waiting' } : cancel(release(job), now);
}

/** Ends a job that does not run. */
export function cancel(job: JobDocument, now: number): JobDocument {
  const error = toJobError(new MusterError('job_cancelled'));
  return { ...job, state: 'failed', endedAt: now, cancelledAt: job.cancelledAt ?? now, error };
}

/** A delayed or blocked job becomes due. */
export function makeDue(job: JobDocument): JobDocument {
  return { ...job, state: 'waiting' };
}

export function retry(job: JobDocument, now: number): JobDocument {
  return {
    ...job,
    state: 'waiting',
    runAt: now,
    attempts: 0,
    losses: 0,
    startedAt: undefined,
    endedAt: undefined,
    error: undefined,
    cancelledAt: undefined,
    progress: undefined,
  };
}

function release(job: JobDocument): JobDocument {
  return { ...job, worker: undefined, run: undefined };
}
