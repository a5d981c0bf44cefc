import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { Button, Dialog, t } from '../../kit/index.ts';
import { MergeDialog } from './merge-dialog.tsx';

/** The maximum that the merge endpoint accepts; more could not be compared side by side. */
const MAX_MERGE_RECORDS = 20;

export interface MergeSelectedProps {
  readonly module: ModuleView;
  readonly ids: readonly string[];
  readonly close: (changed: boolean) => void;
}

/** Merges the records that are selected in a grid. */
export function MergeSelected({ module, ids, close }: MergeSelectedProps) {
  const isPossible = ids.length >= 2 && ids.length <= MAX_MERGE_RECORDS;
  if (isPossible) return <MergeDialog module={module} ids={ids} onCancel={() => close(false)} onMerged={() => close(true)} />;
  return (
    <Dialog
      opened
      size="confirm"
      title={t('views.merge.title', { module: module.label })}
      onCancel={() => close(false)}
      actions={
        <Button variant="primary" onClick={() => close(false)}>
          {t('views.merge.cancel')}
        </Button>
      }
    >
      <p className="ms-dialog-text">{t('views.merge.tooMany', { module: lowercaseLabel(module.label) })}</p>
    </Dialog>
  );
}
