import type { ExplainQuery } from '../../client/index.ts';
import { Awaiting, Button, Dialog, t } from '../../kit/index.ts';
import { ExplainAnswer } from './explain-popover.tsx';

interface ExplainDialogProps {
  readonly query: ExplainQuery;
  readonly title: string;
  readonly onClose: () => void;
}

/** The same answer where it was asked from a menu, which is gone by then. */
export function ExplainDialog({ query, title, onClose }: ExplainDialogProps) {
  return (
    <Dialog opened flush title={title} onCancel={onClose} actions={<Button onClick={onClose}>{t('actions.close')}</Button>}>
      <Awaiting fallback={null}><ExplainAnswer query={query} /></Awaiting>
    </Dialog>
  );
}
