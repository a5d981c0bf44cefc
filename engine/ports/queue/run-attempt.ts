import type { JsonObject, JsonValue } from '#engine/model/values';
import { getAdminMessage, MusterError } from '../../errors/index.ts';
import type { JobContext, JobError, JobHandler, WorkerOptions } from '../queue.ts';
import { createProgressWriter } from './progress-writer.ts';

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
  readonly handler: JobHandler;
  readonly options: Required<WorkerOptions>;
  readonly job: Omit<JobContext, 'signal' | 'progress' | 'children'>;
  /** Aborted by the adapter, with a `MusterError` as reason. */
  readonly abort: AbortController;
  /** Stores the progress; a failure is ignored. */
  writeProgress(value: number | JsonObject): Promise<void>;
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
