import type { ReactNode } from 'react';
import { Dialog, t } from '../../kit/index.ts';
import '../styles/bulk.css';

interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  /** Absent: the total is unknown. */
  readonly total?: number | undefined;
}

/** A progress bar; indeterminate if the total is unknown. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  if (total === undefined)
    return (
      <div className="mb-bar mb-bar-open" role="progressbar" aria-label={label}>
        <span />
      </div>
    );
  const part = total === 0 ? 1 : done / total;
  return (
    <div className="mb-bar" role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}>
      <span style={{ width: `${Math.round(part * 1000) / 10}%` }} />
    </div>
  );
}

interface ProgressDialogProps extends Omit<ProgressBarProps, 'label'> {
  readonly title: string;
  readonly onCancel: () => void;
  readonly actions: ReactNode;
  /** Error or refused records. */
  readonly children?: ReactNode;
}

const formatCount = (count: number) => count.toLocaleString('en-US');

/** The progress of an operation on many records. */
export function ProgressDialog({ title, done, total, onCancel, actions, children }: ProgressDialogProps) {
  return (
    <Dialog opened size="confirm" title={title} onCancel={onCancel} actions={actions} dirty>
      {total !== undefined && (
        <p className="mb-status ms-tabular" role="status">
          {t('work.bulk.status', { done: formatCount(done), total: formatCount(total) })}
        </p>
      )}
      <ProgressBar label={title} done={done} total={total} />
      {children}
    </Dialog>
  );
}
