import type { JsonObject, JsonValue } from '#engine/model/values';
import { getAdminMessage, MusterError } from '../../errors/index.ts';
import type { JobContext, JobError, JobHandler, WorkerOptions, BackOffPolicy, QueueJob } from '../queue.ts';
import type { LogPort } from '../others.ts';

const MAX_RESULT_BYTES = 64 * 1024;
/** Milliseconds that a handler has to end after its signal was aborted. */
const ABORT_WAIT = 5_000;

/** How an attempt ended. `lost`: another worker has the job. `interrupted`: it must be returned to the queue. */
export type AttemptOutcome =
  | { readonly kind: 'completed'; readonly result: JsonValue }
  | { readonly kind: 'failed'; readonly error: JobError; readonly isFinal: boolean }
  | { readonly kind: 'lost' | 'interrupted' };

/** What an adapter provides for one attempt. */
export interface Attempt {
  /** Does the work. */
  readonly handler: JobHandler;
  /** Those of the worker. */
  readonly options: Required<WorkerOptions>;
  /** What the handler sees of the job. */
  readonly job: Omit<JobContext, 'signal' | 'progress' | 'children'>;
  /** Aborted by the adapter, with a `MusterError` as reason. */
  readonly abort: AbortController;
  /**
   * Stores the progress.
   * @throws any error: it is ignored.
   */
  writeProgress(value: number | JsonObject): Promise<void>;
  /** Reads the children of the job. */
  readonly children: JobContext['children'];
}

/** Runs the handler of a job once, with the hard limit, unless it was aborted before. Never rejects. */
export async function runAttempt(attempt: Attempt): Promise<AttemptOutcome> {
  const { handler, options, job, abort, children } = attempt;
  if (abort.signal.aborted) return describeFailure(undefined, abort.signal, options);
  const seconds = Math.round(options.limit / 1000);
  const timer = setTimeout(() => abort.abort(new MusterError('job_timeout', { values: { seconds } })), options.limit);
  const progress = createProgressWriter((value) => attempt.writeProgress(value));
  try {
    const context = { ...job, signal: abort.signal, progress: progress.write, children };
    const result = await Promise.race([callHandler(handler, context), rejectAfterAbort(abort.signal)]);
    await progress.flush();
    return { kind: 'completed', result: limitResult(result ?? null) };
  } catch (error) {
    await progress.flush();
    return describeFailure(error, abort.signal, options);
  } finally {
    clearTimeout(timer);
  }
}

/** Also turns a synchronous error of a handler into a rejection. */
async function callHandler(handler: JobHandler, context: JobContext): ReturnType<JobHandler> {
  return handler(context);
}

/** Rejects some time after the signal was aborted: a handler that ignores it must not occupy its worker forever. */
function rejectAfterAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const startTimer = (): void => void setTimeout(() => reject(signal.reason as Error), ABORT_WAIT).unref();
    signal.addEventListener('abort', startTimer, { once: true });
  });
}

function describeFailure(error: unknown, signal: AbortSignal, options: Required<WorkerOptions>): AttemptOutcome {
  const reason: unknown = signal.aborted ? signal.reason : undefined;
  const code = reason instanceof MusterError ? reason.code : undefined;
  if (code === 'job_lost') return { kind: 'lost' };
  if (code === 'job_interrupted') return { kind: 'interrupted' };
  if (code === 'job_cancelled') return { kind: 'failed', error: toJobError(reason), isFinal: true };
  if (code === 'job_timeout') return { kind: 'failed', error: toJobError(reason), isFinal: !options.isRetryable(reason) };
  return { kind: 'failed', error: toJobError(error), isFinal: !options.isRetryable(error) };
}

/** An error in the form in which a job keeps it. */
export function toJobError(error: unknown): JobError {
  const code = error instanceof MusterError ? error.code : 'job_failed';
  return { code, message: getAdminMessage(error) };
}

function limitResult(result: JsonValue): JsonValue {
  const text = JSON.stringify(result);
  const bytes = Buffer.byteLength(text);
  return bytes <= MAX_RESULT_BYTES ? (JSON.parse(text) as JsonValue) : { omittedBytes: bytes };
}

const MAX_PROGRESS_BYTES = 4 * 1024;

/** Stores the progress of one run. */
interface ProgressWriter {
  readonly write: (value: number | JsonObject) => Promise<void>;
  /** Resolves when nothing is being written. */
  readonly flush: () => Promise<void>;
}

/** Creates a writer with at most one write in progress: of the values that are reported meanwhile only the last is written. */
function createProgressWriter(store: (value: number | JsonObject) => Promise<void>): ProgressWriter {
  let latest: number | JsonObject | undefined;
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    while (latest !== undefined) {
      const value = latest;
      latest = undefined;
      // The progress is for people only: the run continues without it.
      await store(value).catch(() => undefined);
    }
    writing = undefined;
  };
  return {
    write: async (value) => {
      if (typeof value === 'object' && Buffer.byteLength(JSON.stringify(value)) > MAX_PROGRESS_BYTES)
        throw new MusterError('job_invalid', { values: { reason: 'its progress is larger than 4 KiB' } });
      latest = value;
      writing ??= writeAll();
      await writing;
    },
    flush: async () => {
      await writing;
    },
  };
}

/**
 * Milliseconds until the next attempt of a job.
 *
 * @param attempts attempts that have failed, 1 or more
 * @param random 0 to 1: the share of the jitter that is used
 */
export function getRetryDelay(policy: Required<BackOffPolicy>, attempts: number, random: number): number {
  const growth = policy.kind === 'fixed' ? 1 : 2 ** Math.min(attempts - 1, 40);
  return Math.round(Math.min(policy.delay * growth, policy.maxDelay) * (1 + policy.jitter * random));
}

/** Logs the failure of an attempt: codes and ids, never the message of the error, which may quote data. */
export function logJobFailure(
  log: LogPort,
  job: Pick<QueueJob, 'queue' | 'id' | 'state' | 'attempts' | 'maxAttempts'>,
  { code }: JobError,
): void {
  const data = { queue: job.queue, job: job.id, code, attempts: job.attempts };
  if (code === 'job_cancelled') log.info(data, 'A job was cancelled.');
  else if (job.state === 'failed') log.error(data, 'A job failed for good; an admin can retry it.');
  else log.warn({ ...data, maxAttempts: job.maxAttempts }, 'An attempt of a job failed and will be repeated.');
}

/** Children by the time when they were added; those that were added together by their ids, `import.2` before `import.10`. */
export function sortChildren(children: readonly QueueJob[]): readonly QueueJob[] {
  return [...children].sort((a, b) => a.addedAt - b.addedAt || compareIds(a.id, b.id));
}

/** Ids that nobody gave are in order of time as texts, and hexadecimal: only a number at the end, after a dot, counts as one. */
function compareIds(a: string, b: string): number {
  const [[one, place], [other, otherPlace]] = [splitId(a), splitId(b)];
  if (one === other) return place - otherPlace;
  return one < other ? -1 : 1;
}

function splitId(id: string): readonly [text: string, place: number] {
  const dot = id.lastIndexOf('.');
  const place = dot < 0 ? Number.NaN : Number(id.slice(dot + 1));
  return Number.isInteger(place) ? [id.slice(0, dot), place] : [id, -1];
}
