import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { restoreMany } from '../../client/index.ts';
import { useBulkRun, type BulkOutcome } from '../../headless/bulk/index.ts';
import { t } from '../../kit/index.ts';
import { BulkProgressDialog } from './bulk-progress.tsx';
import { countRecords } from './count-records.ts';
import { offerUndo } from './offer-undo.ts';
import { RefusedRecordsDialog } from './refused-records-dialog.tsx';

interface RestoreSelectedProps {
  readonly module: ModuleView;
  readonly ids: readonly string[];
  /** `changed`: lists are out of date; `result`: ids of the refused records, if the user wants them selected. */
  readonly onClose: (changed: boolean, result?: readonly string[]) => void;
}

/** Restores deleted records at once, as one batch that can be undone; nothing is asked. */
export function RestoreSelected({ module, ids, onClose }: RestoreSelectedProps) {
  const client = useQueryClient();
  const run = useBulkRun(module);
  const [ended, setEnded] = useState<BulkOutcome | undefined>(undefined);
  const isStarted = useRef(false);
  const finish = (outcome: BulkOutcome) => {
    const { done, refused, phase } = outcome.progress;
    if (phase !== 'done') return;
    if (done.length > 0)
      offerUndo({
        client,
        module,
        batchId: outcome.batchId,
        text: t('deleted.restored', { what: countRecords(module, done.length) }),
        undoneText: t('deleted.restoredAgain'),
      });
    if (refused.length > 0) setEnded(outcome);
    else onClose(done.length > 0);
  };
  const start = () =>
    void run
      .start(ids, async (chunk, options) => {
        const { data, ...outcome } = await restoreMany(module.path, chunk, options);
        return { ...outcome, data: { done: data.restored ?? [], refused: data.refused } };
      })
      .then(finish);
  useEffect(() => {
    // React runs effects twice in development.
    if (isStarted.current) return;
    isStarted.current = true;
    start();
  }, []);
  if (ended !== undefined) {
    const { done, refused } = ended.progress;
    return (
      <RefusedRecordsDialog
        title={done.length === 0 ? t('deleted.restoredNone') : t('deleted.restored', { what: countRecords(module, done.length) })}
        refused={refused}
        onClose={() => onClose(done.length > 0)}
        onSelect={
          done.length === 0
            ? undefined
            : () =>
                onClose(
                  true,
                  refused.map(({ _id }) => _id),
                )
        }
      />
    );
  }
  if (run.progress === undefined) return null;
  return (
    <BulkProgressDialog
      title={t('deleted.restoring', { what: countRecords(module, ids.length) })}
      progress={run.progress}
      shown={run.shown}
      onStop={run.stop}
      onResume={() => void run.resume().then(finish)}
      onLeave={() => onClose((run.progress?.done.length ?? 0) > 0)}
    />
  );
}
