import { ApiError, type ApiResponse } from '../../client/index.ts';

/** Maximum number of ids per request. */
export const BULK_CHUNK = 2000;

/** A record that was not changed because of a rule or a missing right. */
export interface BulkRefusal {
  readonly _id: string;
  readonly code: string;
  readonly error: string;
}

/** Progress of a bulk operation. */
export interface BulkProgress {
  /** `stopped`: by the user, between two requests; `failed`: a request failed. Both can be resumed. */
  readonly phase: 'running' | 'stopping' | 'stopped' | 'failed' | 'done';
  readonly total: number;
  /** Number of ids that the server has processed, and of ids in the current request. */
  readonly settled: number;
  readonly inFlight: number;
  readonly done: readonly string[];
  readonly refused: readonly BulkRefusal[];
  readonly error: ApiError | undefined;
}

/** Options of each request: all requests of a run are one batch, and a repeated request is executed once. */
export interface BulkRequestOptions {
  readonly batchId: string;
  readonly idempotencyKey: string;
}

/** The result of one request. */
export interface BulkChunkResult {
  readonly done: readonly string[];
  readonly refused: readonly BulkRefusal[];
}

export interface BulkRunInput {
  readonly ids: readonly string[];
  readonly send: (ids: readonly string[], options: BulkRequestOptions) => Promise<ApiResponse<BulkChunkResult>>;
  readonly onProgress: (progress: BulkProgress) => void;
  /** Waits for this many milliseconds; absent: a timer. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** A bulk operation. */
export interface BulkRun {
  /** The batch of all its requests, for undo. */
  readonly batchId: () => string;
  /** Starts, or resumes after a stop or a failure with the remaining ids. Never rejects: the outcome is in the progress. */
  readonly start: () => Promise<BulkProgress>;
  /** Stops after the current request. */
  readonly stop: () => void;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Creates a UUIDv7. It is created by the client, so that a batch can be undone even if the response of its first request was lost. */
export function createBatchId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const digits = `${now.toString(16).padStart(12, '0')}${hex(random)}`;
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(0, { error: error instanceof Error ? error.message : String(error), code: 'unexpected', details: [] });
}

/**
 * A busy server is requested again automatically: the maximum number of attempts; below, the pauses in milliseconds unless the server sends
 * one.
 */
const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MILLISECONDS = 1500;

function isBusy(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 503 || error.status === 429);
}

/** Sends a request until the server is no longer too busy; the same key prevents a second execution. */
async function sendWithRetry<T>(request: () => Promise<T>, wait: NonNullable<BulkRunInput['wait']>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request();
    } catch (error) {
      if (!isBusy(error) || tries >= MAX_ATTEMPTS) throw error;
      await wait(Math.min((error.retryAfter ?? 0) * 1000, 30_000) || RETRY_DELAY_MILLISECONDS * tries);
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Creates a run over many records, 2,000 per request. A request without a response is sent again with its own key. */
export function createBulkRun({ ids, send, onProgress, wait = sleep }: BulkRunInput): BulkRun {
  const chunks = Array.from({ length: Math.ceil(ids.length / BULK_CHUNK) }, (_, at) => ids.slice(at * BULK_CHUNK, (at + 1) * BULK_CHUNK));
  let batchId = createBatchId();
  const key = createBatchId();
  let at = 0;
  let progress: BulkProgress = { phase: 'running', total: ids.length, settled: 0, inFlight: 0, done: [], refused: [], error: undefined };
  const report = (part: Partial<BulkProgress>) => {
    progress = { ...progress, ...part };
    onProgress(progress);
    return progress;
  };
  const sendNext = async (chunk: readonly string[]) => {
    report({ inFlight: chunk.length });
    const response = await sendWithRetry(() => send(chunk, { batchId, idempotencyKey: `${key}.${at}` }), wait);
    batchId = response.batchId ?? batchId;
    at += 1;
    report({
      settled: progress.settled + chunk.length,
      inFlight: 0,
      done: [...progress.done, ...response.data.done],
      refused: [...progress.refused, ...response.data.refused],
    });
  };
  return {
    batchId: () => batchId,
    stop: () => {
      if (progress.phase === 'running') report({ phase: 'stopping' });
    },
    start: async () => {
      report({ phase: 'running', error: undefined });
      try {
        for (let chunk = chunks[at]; chunk !== undefined; chunk = chunks[at]) {
          if (progress.phase === 'stopping') return report({ phase: 'stopped' });
          await sendNext(chunk);
        }
        return report({ phase: 'done' });
      } catch (error) {
        return report({ phase: 'failed', inFlight: 0, error: asApiError(error) });
      }
    },
  };
}

/** The count that the progress bar shows during a request: 1,200 more every 500 ms, never more than the request contains. */
export function shownCount({ settled, inFlight }: Pick<BulkProgress, 'settled' | 'inFlight'>, milliseconds: number): number {
  return settled + Math.min(inFlight, Math.floor(milliseconds / 500) * 1200);
}
