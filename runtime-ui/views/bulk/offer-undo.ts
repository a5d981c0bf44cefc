import type { QueryClient } from '@tanstack/react-query';
import type { ModuleView, UndoProgress } from '#engine/model';
import { ApiError, invalidateRecords, getErrorMessage } from '../../client/index.ts';
import { undoBatchWithProgress, type UndoOutcome } from '../../headless/bulk/index.ts';
import { NOTICE_DURATIONS, updateNotice, showNotice, t } from '../../kit/index.ts';

interface UndoOfferInput {
  readonly client: QueryClient;
  readonly module: ModuleView;
  readonly batchId: string;
  /** Names of other modules whose screens show what is taken back. */
  readonly otherModules?: readonly string[];
  /** What was done: what the notice tells of. */
  readonly text: string;
  /** What is said when it is taken back. */
  readonly undoneText?: string;
  /** What is said when some of it was left, and why the first was. */
  readonly partialText?: (count: number, reason: string) => string;
  /** Milliseconds; absent: the five seconds of an undo. */
  readonly duration?: number;
}

const NOTICE = 'undo';

const describePartialUndo = (count: number, reason: string): string => t('work.bulk.undoneLeft', { count: count.toLocaleString('en-US'), reason });

function showUndoOutcome({ skipped, reason }: UndoOutcome, undone: string, leftText: NonNullable<UndoOfferInput['partialText']>): void {
  if (skipped === 0) showNotice({ id: NOTICE, kind: 'ok', text: undone });
  else showNotice({ id: NOTICE, kind: 'warning', duration: Number.POSITIVE_INFINITY, text: leftText(skipped, reason) });
}

function showUndoProgress({ undone, left, total }: UndoProgress): void {
  updateNotice(NOTICE, t('work.bulk.undoingCount', { done: (undone + left).toLocaleString('en-US'), total: total.toLocaleString('en-US') }));
}

/** Takes a batch back at once, tells how far it is, and how it went. It goes on when its caller has left the page. */
export function revertBatch(offer: Omit<UndoOfferInput, 'text' | 'duration'>): void {
  const { client, module, batchId, otherModules = [], undoneText = t('work.bulk.undone'), partialText = describePartialUndo } = offer;
  showNotice({ id: NOTICE, text: t('work.bulk.undoing'), duration: Number.POSITIVE_INFINITY });
  undoBatchWithProgress(batchId, showUndoProgress)
    .then((outcome) => showUndoOutcome(outcome, undoneText, partialText), (error: unknown) => {
      const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'undo_under_way');
      showNotice({ id: NOTICE, kind: 'error', text: getErrorMessage(error), ...(isLost ? { action: { label: t('actions.tryAgain'), onPress: () => revertBatch(offer) } } : {}) });
    })
    .finally(() => void invalidateRecords(client, [module.name, ...otherModules]));
}

/** Says what was done, with the way back; Ctrl Z takes it too. */
export function offerUndo({ text, duration = NOTICE_DURATIONS.undo, ...offer }: UndoOfferInput): void {
  showNotice({ id: NOTICE, kind: 'ok', text, duration, action: { label: t('actions.undo'), onPress: () => revertBatch(offer), undoes: true } });
}
