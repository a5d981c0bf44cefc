import { groupBy, type BulkRefusal } from '../../headless/bulk/index.ts';
import { Button, Dialog, t } from '../../kit/index.ts';
import '../styles/bulk.css';

interface RefusedRecordsDialogProps {
  readonly title: string;
  readonly refused: readonly BulkRefusal[];
  readonly onClose: () => void;
  /** Selects the refused records; absent if there is no list. */
  readonly onSelect?: (() => void) | undefined;
  /** Reverts the completed part. */
  readonly onUndo?: (() => void) | undefined;
}

/** The refused records by reason, most frequent first. */
export function RefusedRecordsDialog({ title, refused, onClose, onSelect, onUndo }: RefusedRecordsDialogProps) {
  const reasons = [...groupBy(refused, (one) => one.error)].sort(([, a], [, b]) => b.length - a.length);
  const actions = (
    <>
      {onUndo && <Button onClick={onUndo}>{t('actions.undo')}</Button>}
      {onSelect && <Button onClick={onSelect}>{t('work.bulk.selectLeft')}</Button>}
      <Button variant="primary" data-autofocus onClick={onClose}>
        {t('actions.close')}
      </Button>
    </>
  );
  return (
    <Dialog opened size="confirm" title={title} onCancel={onClose} actions={actions} dirty={false}>
      <p className="mb-note">{t('work.bulk.left', { count: refused.length })}</p>
      <ul className="mb-refused">
        {reasons.map(([reason, list]) => (
          <li key={reason}>
            <span>{reason}</span>
            <span className="ms-tabular ms-muted">{list.length.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
