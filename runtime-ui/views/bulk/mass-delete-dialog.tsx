import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { markDeletedMany } from '../../client/index.ts';
import { useBulkRun, type BulkOutcome, type BulkRefusal } from '../../headless/bulk/index.ts';
import { ConfirmDialog, NOTICE_DURATIONS, showNotice, t } from '../../kit/index.ts';
import { BulkProgressDialog } from './bulk-progress.tsx';
import { countRecords } from './count-records.ts';
import { RefusedRecordsDialog } from './refused-records-dialog.tsx';
import { offerUndo, revertBatch } from './offer-undo.ts';

/** How long the undo notice is shown, in milliseconds. */
const UNDO_NOTICE_MS = 10_000;

export interface MassDeleteProps {
  readonly module: ModuleView;
  readonly ids: readonly string[];
  /** `changed`: lists are out of date; `result`: ids of the refused records, if the user wants them selected. */
  readonly onClose: (changed: boolean, result?: readonly string[]) => void;
}

interface BulkDeleteResult {
  readonly refused: readonly BulkRefusal[];
  readonly done: number;
  readonly batchId: string;
}

/** Deletes many records as one batch: confirmation, progress, and a list of refused records. */
export function MassDeleteDialog({ module, ids, onClose }: MassDeleteProps) {
  const client = useQueryClient();
  const run = useBulkRun(module);
  const [result, setLeft] = useState<BulkDeleteResult | undefined>(undefined);
  const countOf = (count: number) => countRecords(module, count);
  const actionLabel = t('views.remove.one', { name: countOf(ids.length) });
  const undoneText = t('views.remove.undone');

  const finish = ({ progress, batchId }: BulkOutcome) => {
    const done = progress.done.length;
    if (progress.refused.length > 0) return setLeft({ refused: progress.refused, done, batchId });
    if (done > 0) {
      // The confirmation notice is shown for the time that the specification sets (1 second), then the undo notice.
      showNotice({ id: 'deletion', kind: 'ok', text: t('views.remove.done'), duration: NOTICE_DURATIONS.transient });
      setTimeout(
        () =>
          offerUndo({
            client,
            module,
            batchId,
            text: t('views.remove.gone', { what: countOf(done) }),
            undoneText,
            duration: UNDO_NOTICE_MS,
          }),
        NOTICE_DURATIONS.transient,
      );
    }
    onClose(done > 0);
  };
  const settle = (outcome: BulkOutcome) => {
    const { phase, error, settled } = outcome.progress;
    if (phase === 'failed' && settled === 0 && error !== undefined && error.status >= 400 && error.status < 500) {
      showNotice({ kind: 'error', text: `${t('views.remove.failed')} ${error.message}` });
      return onClose(false);
    }
    if (phase === 'done') finish(outcome);
  };
  const confirm = () =>
    void run
      .start(ids, async (chunk, options) => {
        const { data, ...outcome } = await markDeletedMany(module.path, chunk, options);
        return { ...outcome, data: { done: data.deleted ?? [], refused: data.refused } };
      })
      .then(settle);

  if (result !== undefined) {
    const close = (chosen?: readonly string[]) => onClose(result.done > 0, chosen);
    const undo =
      result.done === 0
        ? undefined
        : () => {
            revertBatch({ client, module, batchId: result.batchId, undoneText });
            close();
          };
    return (
      <RefusedRecordsDialog
        title={result.done === 0 ? t('views.remove.nothing') : t('views.remove.gone', { what: countOf(result.done) })}
        refused={result.refused}
        onClose={() => close()}
        onSelect={result.done === 0 ? undefined : () => close(result.refused.map((one) => one._id))}
        onUndo={undo}
      />
    );
  }
  const { progress } = run;
  if (progress !== undefined) {
    const leave = () => {
      finish({ progress, batchId: run.batchId() });
    };
    return (
      <BulkProgressDialog
        title={t('work.bulk.deleting', { what: countOf(ids.length) })}
        progress={progress}
        shown={run.shown}
        onStop={run.stop}
        onResume={() => void run.resume().then(settle)}
        onLeave={leave}
      />
    );
  }
  return (
    <ConfirmDialog
      opened
      danger
      title={`${actionLabel}?`}
      confirmLabel={actionLabel}
      onCancel={() => onClose(false)}
      onConfirm={confirm}
      text={t('views.remove.textMany')}
    >
      {(module.rights.delete === 'Owner' || module.rights.delete === 'Rule') && (
        <p className="mb-note">{t(module.rights.delete === 'Owner' ? 'work.bulk.own' : 'work.bulk.rule')}</p>
      )}
    </ConfirmDialog>
  );
}
