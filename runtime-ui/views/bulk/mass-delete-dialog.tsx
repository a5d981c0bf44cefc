import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModuleView } from '#engine/model';
import { markDeletedMany } from '../../client/index.ts';
import { useBulkRun, type BulkOutcome, type BulkRefusal } from '../../headless/bulk/index.ts';
import { ConfirmDialog, inSentence, NOTICE_DURATIONS, showNotice, t } from '../../kit/index.ts';
import { BulkProgressDialog } from './bulk-progress.tsx';
import { LeftDialog } from './left-dialog.tsx';
import { offerUndo, takeBack } from './offer-undo.ts';

/** Milliseconds in which the whole can be taken back from its notice. */
const UNDO_STAYS = 10_000;

export interface MassDeleteProps {
  readonly module: ModuleView;
  readonly ids: readonly string[];
  /** `changed`: lists are out of date; `left`: records that were refused, if the user wants them chosen. */
  readonly onClose: (changed: boolean, left?: readonly string[]) => void;
}

interface Left {
  readonly refused: readonly BulkRefusal[];
  readonly done: number;
  readonly batchId: string;
}

/** Deletes many records as one batch: asks, shows how far it is, and says what was left. */
export function MassDeleteDialog({ module, ids, onClose }: MassDeleteProps) {
  const client = useQueryClient();
  const run = useBulkRun(module);
  const [left, setLeft] = useState<Left | undefined>(undefined);
  const countOf = (count: number) => `${count.toLocaleString('en-US')} ${inSentence(count === 1 ? module.labelSingular : module.label)}`;
  const deed = t('views.remove.one', { name: countOf(ids.length) });
  const undone = t('views.remove.undone');

  const finish = ({ progress, batchId }: BulkOutcome) => {
    const done = progress.done.length;
    if (progress.refused.length > 0) return setLeft({ refused: progress.refused, done, batchId });
    if (done > 0) {
      // The specification's second; then the time in which it can be taken back.
      showNotice({ id: 'deletion', kind: 'ok', text: t('views.remove.done'), duration: NOTICE_DURATIONS.transient });
      setTimeout(() => offerUndo({ client, module, batchId, text: t('views.remove.gone', { what: countOf(done) }), undone, duration: UNDO_STAYS }), NOTICE_DURATIONS.transient);
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
  const confirm = () => void run.start(ids, async (chunk, options) => {
    const { data, ...answer } = await markDeletedMany(module.path, chunk, options);
    return { ...answer, data: { done: data.deleted ?? [], refused: data.refused } };
  }).then(settle);

  if (left !== undefined) {
    const close = (chosen?: readonly string[]) => onClose(left.done > 0, chosen);
    const undo = left.done === 0 ? undefined : () => { takeBack({ client, module, batchId: left.batchId, undone }); close(); };
    return <LeftDialog title={left.done === 0 ? t('views.remove.nothing') : t('views.remove.gone', { what: countOf(left.done) })} refused={left.refused} onClose={() => close()} onSelect={left.done === 0 ? undefined : () => close(left.refused.map((one) => one._id))} onUndo={undo} />;
  }
  const { progress } = run;
  if (progress !== undefined) {
    const leave = () => { finish({ progress, batchId: run.batchId() }); };
    return <BulkProgressDialog title={t('work.bulk.deleting', { what: countOf(ids.length) })} progress={progress} shown={run.shown} onStop={run.stop} onResume={() => void run.resume().then(settle)} onLeave={leave} />;
  }
  return (
    <ConfirmDialog opened danger title={`${deed}?`} confirmLabel={deed} onCancel={() => onClose(false)} onConfirm={confirm} text={t('views.remove.textMany')}>
      {module.rights.delete === 'Owner' && <p className="mb-note">{t('work.bulk.own')}</p>}
    </ConfirmDialog>
  );
}
