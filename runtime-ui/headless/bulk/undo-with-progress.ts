import type { UndoProgress } from '#engine/model/wire';
import { ApiError, getUndoProgress, undoBatch } from '../../client/index.ts';

/** Milliseconds between two progress requests; below, the number of requests without a response after which it gives up. */
const POLL_MILLISECONDS = 700;
const MAX_FAILED_POLLS = 8;

/** The result of an undo. */
export interface UndoOutcome {
  /** The number of records that were skipped. */
  readonly skipped: number;
  /** The reason of the first one. */
  readonly reason: string;
}

/** Whether the undo may still be running on the server: the response was lost, or another tab started it. */
function mayBeRunning(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 504 || error.code === 'undo_in_progress')
  );
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Waits for the end of an undo whose response was lost. Throws `lost` if it is not running, or if its state is unknown. */
async function pollUntilDone(
  batchId: string,
  lost: ApiError,
  onProgress: (progress: UndoProgress) => void,
  pause: number,
): Promise<UndoOutcome> {
  for (let failedPolls = 0; failedPolls < MAX_FAILED_POLLS; ) {
    const progress = await getUndoProgress(batchId).catch(() => undefined);
    failedPolls = progress === undefined ? failedPolls + 1 : 0;
    if (progress?.state === 'done' || progress?.state === 'open') return { skipped: progress.left, reason: progress.reason ?? '' };
    if (progress !== undefined && progress.state !== 'running') throw lost;
    if (progress !== undefined) onProgress(progress);
    await sleep(pause);
  }
  throw lost;
}

/**
 * Undoes a batch and reports the progress. The server completes the undo by itself: if the response is lost, the progress is polled. Throws
 * {@link ApiError} if nothing is undone.
 */
export async function undoBatchWithProgress(
  batchId: string,
  onProgress: (progress: UndoProgress) => void,
  pause = POLL_MILLISECONDS,
): Promise<UndoOutcome> {
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
