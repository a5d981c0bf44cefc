import type { QueryClient } from '@tanstack/react-query';
import type { ModuleView, UndoProgress } from '#engine/model/wire';
import { ApiError, invalidateRecords, getErrorMessage } from '../../client/index.ts';
import { undoBatchWithProgress, type UndoOutcome } from '../../headless/bulk/index.ts';
import { NOTICE_DURATIONS, updateNotice, showNotice, t } from '../../kit/index.ts';

interface UndoOfferInput {
  readonly client: QueryClient;
  readonly module: Pick<ModuleView, 'name'>;
  readonly batchId: string;
  /** Names of other modules whose screens show the reverted records. */
  readonly otherModules?: readonly string[];
  /** The text of the undo notice: the completed operation. */
  readonly text: string;
  /** Text after a complete undo. */
  readonly undoneText?: string;
  /** Text if some records could not be reverted, with their number and the reason of the first. */
  readonly partialText?: (count: number, reason: string) => string;
  /** Called when it has ended, also with an error. */
  readonly onEnd?: () => void;
  /** Milliseconds; absent: the five seconds of an undo notice. */
  readonly duration?: number;
}

const NOTICE = 'undo';

const describePartialUndo = (count: number, reason: string): string =>
  t('work.bulk.undoneLeft', { count: count.toLocaleString('en-US'), reason });

function showUndoOutcome({ skipped, reason }: UndoOutcome, undone: string, leftText: NonNullable<UndoOfferInput['partialText']>): void {
  if (skipped === 0) showNotice({ id: NOTICE, kind: 'ok', text: undone });
  else showNotice({ id: NOTICE, kind: 'warning', duration: Number.POSITIVE_INFINITY, text: leftText(skipped, reason) });
}

function showUndoProgress({ undone, left, total }: UndoProgress): void {
  updateNotice(
    NOTICE,
    t('work.bulk.undoingCount', { done: (undone + left).toLocaleString('en-US'), total: total.toLocaleString('en-US') }),
  );
}

/** Reverts a batch at once and shows progress and outcome. Continues after the user leaves the page. */
export function revertBatch(offer: Omit<UndoOfferInput, 'text' | 'duration'>): void {
  const { client, module, batchId, otherModules = [], onEnd } = offer;
  const { undoneText = t('work.bulk.undone'), partialText = describePartialUndo } = offer;
  showNotice({ id: NOTICE, text: t('work.bulk.undoing'), duration: Number.POSITIVE_INFINITY });
  undoBatchWithProgress(batchId, showUndoProgress)
    .then(
      (outcome) => showUndoOutcome(outcome, undoneText, partialText),
      (error: unknown) => {
        const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'undo_in_progress');
        showNotice({
          id: NOTICE,
          kind: 'error',
          text: getErrorMessage(error),
          ...(isLost ? { action: { label: t('actions.tryAgain'), onPress: () => revertBatch(offer) } } : {}),
        });
      },
    )
    .finally(() => {
      void invalidateRecords(client, [module.name, ...otherModules]);
      onEnd?.();
    });
}

/** Shows a notice for the completed operation with an Undo action; Ctrl Z triggers it too. */
export function offerUndo({ text, duration = NOTICE_DURATIONS.undo, ...offer }: UndoOfferInput): void {
  showNotice({
    id: NOTICE,
    kind: 'ok',
    text,
    duration,
    action: { label: t('actions.undo'), onPress: () => revertBatch(offer), undoes: true },
  });
}
