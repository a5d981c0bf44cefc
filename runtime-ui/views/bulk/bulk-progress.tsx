import { CircleAlert } from 'lucide-react';
import type { BulkProgress } from '../../headless/bulk/index.ts';
import { Button, Icon, t } from '../../kit/index.ts';
import { ProgressDialog } from './progress-dialog.tsx';

interface BulkProgressDialogProps {
  readonly title: string;
  readonly progress: BulkProgress;
  /** What the bar shows. */
  readonly shown: number;
  readonly onStop: () => void;
  readonly onResume: () => void;
  /** After a stop or a failure: leave it at what was done. */
  readonly onLeave: () => void;
}

const formatCount = (count: number) => count.toLocaleString('en-US');

/** What was done before it ended early. */
function EarlyEnd({ progress }: { readonly progress: BulkProgress }) {
  const counts = { done: formatCount(progress.settled), total: formatCount(progress.total) };
  if (progress.phase === 'stopped') return <p className="mb-note">{t('work.bulk.stopped', counts)}</p>;
  return (
    <div className="mb-failure" role="alert">
      <Icon of={CircleAlert} />
      <div><p className="mb-failure-title">{t('work.bulk.failed', counts)}</p><p>{progress.error?.message}</p></div>
    </div>
  );
}

/** A run over many records: its bar, the way to stop it, and the way on after it ended early. */
export function BulkProgressDialog({ title, progress, shown, onStop, onResume, onLeave }: BulkProgressDialogProps) {
  const isOver = progress.phase === 'stopped' || progress.phase === 'failed';
  const isStopping = progress.phase === 'stopping';
  const actions = isOver
    ? <><Button onClick={onLeave}>{t('actions.close')}</Button><Button variant="primary" data-autofocus onClick={onResume}>{t('work.bulk.retry')}</Button></>
    : <Button loading={isStopping} data-autofocus onClick={onStop}>{t(isStopping ? 'work.bulk.stopping' : 'work.bulk.stop')}</Button>;
  return (
    <ProgressDialog title={title} done={shown} total={progress.total} onCancel={isOver ? onLeave : onStop} actions={actions}>
      {isOver && <EarlyEnd progress={progress} />}
    </ProgressDialog>
  );
}
