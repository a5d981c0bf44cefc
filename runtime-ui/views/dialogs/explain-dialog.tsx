import type { ExplainQuery } from '../../client/index.ts';
import { LazyBoundary, Button, Dialog, t } from '../../kit/index.ts';
import { ExplanationContent } from './explain-popover.tsx';

interface ExplainDialogProps {
  readonly query: ExplainQuery;
  readonly title: string;
  readonly onClose: () => void;
}

/** The explanation in a dialog, for use from a menu, which is closed by then. */
export function ExplainDialog({ query, title, onClose }: ExplainDialogProps) {
  return (
    <Dialog opened flush title={title} onCancel={onClose} actions={<Button onClick={onClose}>{t('actions.close')}</Button>}>
      <LazyBoundary fallback={null}>
        <ExplanationContent query={query} />
      </LazyBoundary>
    </Dialog>
  );
}
