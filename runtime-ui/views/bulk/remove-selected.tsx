import { useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { removeMany } from '../../client/index.ts';
import { useBulkRun, type BulkOutcome } from '../../headless/bulk/index.ts';
import { ConfirmDialog, showNotice, t } from '../../kit/index.ts';
import { BulkProgressDialog } from './bulk-progress.tsx';
import { countRecords } from './count-records.ts';
import { RefusedRecordsDialog } from './refused-records-dialog.tsx';

interface RemoveSelectedProps {
  readonly module: ModuleView;
  readonly ids: readonly string[];
  /** `changed`: lists are out of date; `result`: ids of the refused records, if the user wants them selected. */
  readonly onClose: (changed: boolean, result?: readonly string[]) => void;
}

/** Removes deleted records for good, after a question; where others refer to them, a second question says so. */
export function RemoveSelected({ module, ids, onClose }: RemoveSelectedProps) {
  const run = useBulkRun(module);
  const [ended, setEnded] = useState<BulkOutcome | undefined>(undefined);
  const [references, setReferences] = useState<string | undefined>(undefined);
  const what = countRecords(module, ids.length);
  const settle = (outcome: BulkOutcome) => {
    const { done, refused, phase, error } = outcome.progress;
    if (phase === 'failed' && error?.code === 'dependents_exist') {
      setReferences(error.message);
      run.reset();
      return;
    }
    if (phase !== 'done') return;
    if (refused.length > 0) return setEnded(outcome);
    showNotice({ kind: 'ok', text: t('deleted.removed', { what }) });
    onClose(done.length > 0);
  };
  const start = (unlinks: boolean) =>
    void run
      .start(ids, async (chunk, options) => {
        const { data, ...outcome } = await removeMany(module.path, chunk, { ...options, unlinks });
        return { ...outcome, data: { done: data.deleted ?? [], refused: data.refused } };
      })
      .then(settle);
  if (ended !== undefined) {
    const { done, refused } = ended.progress;
    return (
      <RefusedRecordsDialog
        title={done.length === 0 ? t('deleted.removedNone') : t('deleted.removed', { what: countRecords(module, done.length) })}
        refused={refused}
        onClose={() => onClose(done.length > 0)}
      />
    );
  }
  if (run.progress !== undefined)
    return (
      <BulkProgressDialog
        title={t('deleted.removing', { what })}
        progress={run.progress}
        shown={run.shown}
        onStop={run.stop}
        onResume={() => void run.resume().then(settle)}
        onLeave={() => onClose((run.progress?.done.length ?? 0) > 0)}
      />
    );
  return (
    <ConfirmDialog
      key={references === undefined ? 'first' : 'references'}
      opened
      danger
      title={t('deleted.removeTitle', { what })}
      text={references === undefined ? t('deleted.removeText') : `${t('deleted.inUse')} ${references}`}
      confirmLabel={t(references === undefined ? 'deleted.remove' : 'deleted.unlink')}
      onConfirm={() => start(references !== undefined)}
      onCancel={() => onClose(false)}
    />
  );
}
