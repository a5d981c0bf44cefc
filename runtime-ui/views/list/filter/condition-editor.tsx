import { useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { getItemLabel, resolveItem, type FilterCondition } from '../../../headless/index.ts';
import { Button, Dialog, t } from '../../../kit/index.ts';
import { ConditionRow } from './condition-row.tsx';

interface ConditionEditorProps {
  readonly module: ModuleView;
  readonly test: FilterCondition;
  readonly onApply: (test: FilterCondition) => void;
  readonly onCancel: () => void;
}

/** The editor of one condition, opened from its chip. */
export function ConditionEditor({ module, test, onApply, onCancel }: ConditionEditorProps) {
  const [draft, setDraft] = useState(test);
  const item = resolveItem(module, { fieldName: test.fieldName });
  const actions = (
    <>
      <Button onClick={onCancel}>{t('actions.cancel')}</Button>
      <Button variant="primary" onClick={() => onApply(draft)}>
        {t('saved.apply')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      title={t('saved.editFilter', { name: item === undefined ? test.fieldName : getItemLabel(item) })}
      onCancel={onCancel}
      actions={actions}
      dirty={draft !== test}
    >
      <ConditionRow module={module} test={draft} onChange={setDraft} />
    </Dialog>
  );
}
