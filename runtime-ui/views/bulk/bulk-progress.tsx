import { CircleAlert } from 'lucide-react';
import type { BulkProgress } from '../../headless/bulk/index.ts';
import { Button, Icon, t } from '../../kit/index.ts';
import { ProgressDialog } from './progress-dialog.tsx';

interface BulkProgressDialogProps {
  readonly title: string;
  readonly progress: BulkProgress;
  /** The number of records that the bar shows as done. */
  readonly shown: number;
  readonly onStop: () => void;
  readonly onResume: () => void;
  /** After a stop or a failure: closes the dialog without resuming. */
  readonly onLeave: () => void;
}

const formatCount = (count: number) => count.toLocaleString('en-US');

/** The number of records that were processed before a stop or a failure. */
function EarlyEnd({ progress }: { readonly progress: BulkProgress }) {
  const counts = { done: formatCount(progress.settled), total: formatCount(progress.total) };
  if (progress.phase === 'stopped') return <p className="mb-note">{t('work.bulk.stopped', counts)}</p>;
  return (
    <div className="mb-failure" role="alert">
      <Icon of={CircleAlert} />
      <div>
        <p className="mb-failure-title">{t('work.bulk.failed', counts)}</p>
        <p>{progress.error?.message}</p>
      </div>
    </div>
  );
}

/** The progress of a bulk operation: progress bar, stop button, and a button to resume after a stop or a failure. */
export function BulkProgressDialog({ title, progress, shown, onStop, onResume, onLeave }: BulkProgressDialogProps) {
  const isOver = progress.phase === 'stopped' || progress.phase === 'failed';
  const isStopping = progress.phase === 'stopping';
  const actions = isOver ? (
    <>
      <Button onClick={onLeave}>{t('actions.close')}</Button>
      <Button variant="primary" data-autofocus onClick={onResume}>
        {t('work.bulk.retry')}
      </Button>
    </>
  ) : (
    <Button loading={isStopping} data-autofocus onClick={onStop}>
      {t(isStopping ? 'work.bulk.stopping' : 'work.bulk.stop')}
    </Button>
  );
  return (
    <ProgressDialog title={title} done={shown} total={progress.total} onCancel={isOver ? onLeave : onStop} actions={actions}>
      {isOver && <EarlyEnd progress={progress} />}
    </ProgressDialog>
  );
}
