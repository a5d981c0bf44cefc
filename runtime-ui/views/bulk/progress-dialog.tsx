import type { ReactNode } from 'react';
import { Dialog, t } from '../../kit/index.ts';
import '../styles/bulk.css';

interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  /** Absent: nobody knows how much there is. */
  readonly total?: number | undefined;
}

/** A bar that fills, or one that runs where the end is not known. */
function ProgressBar({ label, done, total }: ProgressBarProps) {
  if (total === undefined) return <div className="mb-bar mb-bar-open" role="progressbar" aria-label={label}><span /></div>;
  const part = total === 0 ? 1 : done / total;
  return <div className="mb-bar" role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done}><span style={{ width: `${Math.round(part * 1000) / 10}%` }} /></div>;
}

interface ProgressDialogProps extends Omit<ProgressBarProps, 'label'> {
  readonly title: string;
  readonly onCancel: () => void;
  readonly actions: ReactNode;
  /** What went wrong, or was left. */
  readonly children?: ReactNode;
}

const formatCount = (count: number) => count.toLocaleString('en-US');

/** How far a piece of work on many records has come. */
export function ProgressDialog({ title, done, total, onCancel, actions, children }: ProgressDialogProps) {
  return (
    <Dialog opened size="confirm" title={title} onCancel={onCancel} actions={actions} dirty>
      {total !== undefined && <p className="mb-status ms-tabular" role="status">{t('work.bulk.status', { done: formatCount(done), total: formatCount(total) })}</p>}
      <ProgressBar label={title} done={done} total={total} />
      {children}
    </Dialog>
  );
}
