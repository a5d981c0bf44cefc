import type { QueryClient } from '@tanstack/react-query';
import type { ModuleView, UndoProgress } from '#engine/model';
import { ApiError, dropRecords, textOfError } from '../../client/index.ts';
import { followUndo, type UndoOutcome } from '../../headless/bulk/index.ts';
import { NOTICE_DURATIONS, retellNotice, showNotice, t } from '../../kit/index.ts';

interface UndoOffer {
  readonly client: QueryClient;
  readonly module: ModuleView;
  readonly batchId: string;
  /** Names of other modules whose screens show what is taken back. */
  readonly also?: readonly string[];
  /** What was done: what the notice tells of. */
  readonly text: string;
  /** What is said when it is taken back. */
  readonly undone?: string;
  /** What is said when some of it was left, and why the first was. */
  readonly leftText?: (count: number, reason: string) => string;
  /** Milliseconds; absent: the five seconds of an undo. */
  readonly duration?: number;
}

const NOTICE = 'undo';

const leftOfMany = (count: number, reason: string): string => t('work.bulk.undoneLeft', { count: count.toLocaleString('en-US'), reason });

function tellOutcome({ left, reason }: UndoOutcome, undone: string, leftText: NonNullable<UndoOffer['leftText']>): void {
  if (left === 0) showNotice({ id: NOTICE, kind: 'ok', text: undone });
  else showNotice({ id: NOTICE, kind: 'warning', duration: Number.POSITIVE_INFINITY, text: leftText(left, reason) });
}

function tellProgress({ undone, left, total }: UndoProgress): void {
  retellNotice(NOTICE, t('work.bulk.undoingCount', { done: (undone + left).toLocaleString('en-US'), total: total.toLocaleString('en-US') }));
}

/** Takes a batch back at once, tells how far it is, and how it went. It goes on when its caller has left the page. */
export function takeBack(offer: Omit<UndoOffer, 'text' | 'duration'>): void {
  const { client, module, batchId, also = [], undone = t('work.bulk.undone'), leftText = leftOfMany } = offer;
  showNotice({ id: NOTICE, text: t('work.bulk.undoing'), duration: Number.POSITIVE_INFINITY });
  followUndo(batchId, tellProgress)
    .then((outcome) => tellOutcome(outcome, undone, leftText), (error: unknown) => {
      const isLost = error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'undo_under_way');
      showNotice({ id: NOTICE, kind: 'error', text: textOfError(error), ...(isLost ? { action: { label: t('actions.tryAgain'), onPress: () => takeBack(offer) } } : {}) });
    })
    .finally(() => void dropRecords(client, [module.name, ...also]));
}

/** Says what was done, with the way back; Ctrl Z takes it too. */
export function offerUndo({ text, duration = NOTICE_DURATIONS.undo, ...offer }: UndoOffer): void {
  showNotice({ id: NOTICE, kind: 'ok', text, duration, action: { label: t('actions.undo'), onPress: () => takeBack(offer), undoes: true } });
}
