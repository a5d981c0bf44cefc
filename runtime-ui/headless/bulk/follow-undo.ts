import type { UndoProgress } from '#engine/model';
import { ApiError, getUndoProgress, undoBatch } from '../../client/index.ts';

/** Milliseconds between two looks at how far it is, and looks without an answer after which it is given up. */
const PAUSE = 700;
const MOST_UNANSWERED = 8;

/** What an undoing came to. */
export interface UndoOutcome {
  /** Records that were left as they are. */
  readonly left: number;
  /** Why the first was. */
  readonly reason: string;
}

/** The server may be at it all the same: the answer was lost, or another tab asked for it. */
function mayBeUnderWay(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 504 || error.code === 'undo_under_way');
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}

/** Waits for the end of an undoing whose answer was lost. Throws `lost` when it is not under way, or nobody can tell. */
async function waitForEnd(batchId: string, lost: ApiError, tell: (progress: UndoProgress) => void, pause: number): Promise<UndoOutcome> {
  for (let unanswered = 0; unanswered < MOST_UNANSWERED;) {
    const progress = await getUndoProgress(batchId).catch(() => undefined);
    unanswered = progress === undefined ? unanswered + 1 : 0;
    if (progress?.state === 'done' || progress?.state === 'open') return { left: progress.left, reason: progress.reason ?? '' };
    if (progress !== undefined && progress.state !== 'running') throw lost;
    if (progress !== undefined) tell(progress);
    await sleep(pause);
  }
  throw lost;
}

/**
 * Takes a batch back, and tells how far it is. It is the server that does it, to the end: when its answer is lost, it is
 * asked how it went. Throws {@link ApiError} when nothing goes back.
 */
export async function followUndo(batchId: string, tell: (progress: UndoProgress) => void, pause = PAUSE): Promise<UndoOutcome> {
  let isOver = false;
  const watch = async (): Promise<void> => {
    for (await sleep(pause); !isOver; await sleep(pause)) {
      const progress = await getUndoProgress(batchId).catch(() => undefined);
      if (!isOver && progress !== undefined && progress.total > 0) tell(progress);
    }
  };
  void watch();
  try {
    const { left } = await undoBatch(batchId);
    return { left: left.length, reason: left[0]?.error ?? '' };
  } catch (error) {
    if (!mayBeUnderWay(error)) throw error;
    isOver = true;
    return await waitForEnd(batchId, error, tell, pause);
  } finally {
    isOver = true;
  }
}
