import { useState } from 'react';
import type { ModuleView } from '#engine/model';
import { labelOfItem, resolveItem, type FilterTest } from '../../../headless/index.ts';
import { Button, Dialog, t } from '../../../kit/index.ts';
import { TestRow } from './test-row.tsx';

interface TestEditorProps {
  readonly module: ModuleView;
  readonly test: FilterTest;
  readonly onApply: (test: FilterTest) => void;
  readonly onCancel: () => void;
}

/** The editor of one condition, as its chip opens it. */
export function TestEditor({ module, test, onApply, onCancel }: TestEditorProps) {
  const [draft, setDraft] = useState(test);
  const item = resolveItem(module, { fieldName: test.fieldName });
  const actions = (
    <>
      <Button onClick={onCancel}>{t('actions.cancel')}</Button>
      <Button variant="primary" onClick={() => onApply(draft)}>{t('saved.apply')}</Button>
    </>
  );
  return (
    <Dialog opened title={t('saved.editFilter', { name: item === undefined ? test.fieldName : labelOfItem(item) })} onCancel={onCancel} actions={actions} dirty={draft !== test}>
      <TestRow module={module} test={draft} onChange={setDraft} />
    </Dialog>
  );
}
