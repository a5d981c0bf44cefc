import type { ModuleView } from '#engine/model';
import { Button, Dialog } from '#ui';
import { MergeDialog } from '../merge/merge-dialog.tsx';
import { tLeads } from '../texts.ts';

/** More than anyone compares side by side; the merge call takes no more. */
const MOST = 20;

interface MergeSelectedProps {
  readonly module: ModuleView;
  readonly ids: readonly string[];
  readonly close: (changed: boolean) => void;
}

/** Merges the leads that are selected in a grid. */
export function MergeSelected({ module, ids, close }: MergeSelectedProps) {
  const isPossible = ids.length >= 2 && ids.length <= MOST;
  if (isPossible) return <MergeDialog module={module} ids={ids} onCancel={() => close(false)} onMerged={() => close(true)} />;
  return (
    <Dialog opened size="confirm" title={tLeads('merge.title')} onCancel={() => close(false)} actions={<Button variant="primary" onClick={() => close(false)}>{tLeads('merge.cancel')}</Button>}>
      <p className="ms-dialog-text">{tLeads('merge.tooMany')}</p>
    </Dialog>
  );
}
