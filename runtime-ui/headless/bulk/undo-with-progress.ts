import type { UndoProgress } from '#engine/model';
import { ApiError, getUndoProgress, undoBatch } from '../../client/index.ts';

/** Milliseconds between two looks at how far it is, and looks without an answer after which it is given up. */
const POLL_MILLISECONDS = 700;
const MAX_FAILED_POLLS = 8;

/** What an undoing came to. */
export interface UndoOutcome {
  /** Records that were left as they are. */
  readonly skipped: number;
  /** Why the first was. */
  readonly reason: string;
}

/** The server may be at it all the same: the answer was lost, or another tab asked for it. */
function mayBeRunning(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 504 || error.code === 'undo_under_way');
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}

/** Waits for the end of an undoing whose answer was lost. Throws `lost` when it is not under way, or nobody can tell. */
async function pollUntilDone(batchId: string, lost: ApiError, onProgress: (progress: UndoProgress) => void, pause: number): Promise<UndoOutcome> {
  for (let unanswered = 0; unanswered < MAX_FAILED_POLLS;) {
    const progress = await getUndoProgress(batchId).catch(() => undefined);
    unanswered = progress === undefined ? unanswered + 1 : 0;
    if (progress?.state === 'done' || progress?.state === 'open') return { skipped: progress.left, reason: progress.reason ?? '' };
    if (progress !== undefined && progress.state !== 'running') throw lost;
    if (progress !== undefined) onProgress(progress);
    await sleep(pause);
  }
  throw lost;
}

/**
 * Takes a batch back, and tells how far it is. It is the server that does it, to the end: when its answer is lost, it is
 * asked how it went. Throws {@link ApiError} when nothing goes back.
 */
export async function undoBatchWithProgress(batchId: string, onProgress: (progress: UndoProgress) => void, pause = POLL_MILLISECONDS): Promise<UndoOutcome> {
  let isOver = false;
  const watch = async (): Promise<void> => {
    for (await sleep(pause); !isOver; await sleep(pause)) {
      const progress = await getUndoProgress(batchId).catch(() => undefined);
      if (!isOver && progress !== undefined && progress.total > 0) onProgress(progress);
    }
  };
  void watch();
  try {
    const { left } = await undoBatch(batchId);
    return { skipped: left.length, reason: left[0]?.error ?? '' };
  } catch (error) {
    if (!mayBeRunning(error)) throw error;
    isOver = true;
    return await pollUntilDone(batchId, error, onProgress, pause);
  } finally {
    isOver = true;
  }
}
