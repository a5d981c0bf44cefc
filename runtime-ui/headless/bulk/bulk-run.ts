import { ApiError, type ApiResponse } from '../../client/index.ts';

/** Ids of one call. */
export const BULK_CHUNK = 2000;

/** A record that a rule or a right kept as it was. */
export interface BulkRefusal {
  readonly _id: string;
  readonly code: string;
  readonly error: string;
}

/** Where a piece of work on many records stands. */
export interface BulkProgress {
  /** `stopped`: by the user, between two calls; `failed`: a call did not go through. Both can go on. */
  readonly phase: 'running' | 'stopping' | 'stopped' | 'failed' | 'done';
  readonly total: number;
  /** Ids that the server has answered for, and those of the call under way. */
  readonly settled: number;
  readonly inFlight: number;
  readonly done: readonly string[];
  readonly refused: readonly BulkRefusal[];
  readonly error: ApiError | undefined;
}

/** How one call must be made: all calls of a run are one batch, and a call that is repeated changes nothing twice. */
export interface BulkCallOptions {
  readonly batchId: string;
  readonly idempotencyKey: string;
}

/** What one call did. */
export interface BulkChunkResult {
  readonly done: readonly string[];
  readonly refused: readonly BulkRefusal[];
}

export interface BulkRunInput {
  readonly ids: readonly string[];
  readonly send: (ids: readonly string[], options: BulkCallOptions) => Promise<ApiResponse<BulkChunkResult>>;
  readonly onProgress: (progress: BulkProgress) => void;
  /** Lets milliseconds pass; absent: by the clock. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** A piece of work on many records. */
export interface BulkRun {
  /** The batch of all its calls, for undo. */
  readonly batchId: () => string;
  /** Begins, or goes on after a stop or a failure with what is left. Never rejects: the outcome is in the progress. */
  readonly start: () => Promise<BulkProgress>;
  /** Ends it after the call under way. */
  readonly stop: () => void;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A UUIDv7. Made here and not by the server, so that a batch can be undone even when the answer of its first call was lost. */
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

/** A busy server is asked again by itself: so often, after so many milliseconds unless it says when. */
const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MILLISECONDS = 1500;

function isBusy(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 503 || error.status === 429);
}

/** Asks until the server is no longer too busy; the same key makes it harmless. */
async function sendWithRetry<T>(ask: () => Promise<T>, wait: NonNullable<BulkRunInput['wait']>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isBusy(error) || tries >= MAX_ATTEMPTS) throw error;
      await wait(Math.min((error.retryAfter ?? 0) * 1000, 30_000) || RETRY_DELAY_MILLISECONDS * tries);
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Makes a run over many records, 2,000 a call. A call whose answer was lost is made again with its own key. */
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
    const answer = await sendWithRetry(() => send(chunk, { batchId, idempotencyKey: `${key}.${at}` }), wait);
    batchId = answer.batchId ?? batchId;
    at += 1;
    report({ settled: progress.settled + chunk.length, inFlight: 0, done: [...progress.done, ...answer.data.done], refused: [...progress.refused, ...answer.data.refused] });
  };
  return {
    batchId: () => batchId,
    stop: () => { if (progress.phase === 'running') report({ phase: 'stopping' }); },
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

/** How far the bar stands while a call is under way: 1,200 further every 500 ms, never past what the call holds. */
export function shownCount({ settled, inFlight }: Pick<BulkProgress, 'settled' | 'inFlight'>, milliseconds: number): number {
  return settled + Math.min(inFlight, Math.floor(milliseconds / 500) * 1200);
}
