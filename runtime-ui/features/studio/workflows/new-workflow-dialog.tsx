import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { Button, Dialog, t } from '../../../kit/index.ts';
import type { ListedDefinition } from '../draft/use-definitions.ts';
import { Choice } from './inputs/field-selects.tsx';
import { copyWorkflow, newWorkflow } from './model/new-parts.ts';
import { useModuleOptions } from './use-studio-modules.ts';
import { useWorkflowDefinitions } from './use-workflow-definitions.ts';

interface NewWorkflowDialogProps {
  /** Workflows that it can be a copy of. */
  readonly examples: readonly ListedDefinition[];
  readonly onClose: () => void;
  readonly onCreate: (workflow: WorkflowDefinition) => void;
}

const EMPTY = 'empty';

/** A new workflow: empty, of a module; or as an example. */
export function NewWorkflowDialog({ examples, onClose, onCreate }: NewWorkflowDialogProps) {
  const [name, setName] = useState('');
  const [from, setFrom] = useState(EMPTY);
  const [module, setModule] = useState('');
  const [isChecked, setChecked] = useState(false);
  const modules = useModuleOptions();
  const offered = examples.filter(({ action }) => action !== 'removed');
  const example = useWorkflowDefinitions(offered.filter(({ id }) => id === from)).get(from);
  const isReady = name.trim() !== '' && (from === EMPTY ? module !== '' : example !== undefined);
  const create = () => {
    setChecked(true);
    if (!isReady) return;
    onCreate(example === undefined ? newWorkflow(name.trim(), module) : copyWorkflow(example, name.trim()));
  };
  return (
    <Dialog
      opened
      size="confirm"
      title={t('studioWorkflows.list.new')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('studioWorkflows.text.cancel')}</Button>
          <Button variant="primary" onClick={create}>
            {t('studioWorkflows.new.create')}
          </Button>
        </>
      }
    >
      <form
        className="sf-form"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <TextInput
          data-autofocus
          label={t('studioWorkflows.facts.name')}
          required
          maxLength={200}
          value={name}
          error={isChecked && name.trim() === '' ? t('studioWorkflows.facts.needsName') : undefined}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Choice
          label={t('studioWorkflows.new.from')}
          options={[{ value: EMPTY, label: t('studioWorkflows.new.empty') }, ...offered.map(({ id, label }) => ({ value: id, label }))]}
          value={from}
          onChange={setFrom}
        />
        {from === EMPTY && (
          <>
            <Choice label={t('studioWorkflows.facts.module')} options={modules} value={module} onChange={setModule} />
            {isChecked && module === '' && <p className="sf-problem">{t('studioWorkflows.new.needsModule')}</p>}
          </>
        )}
      </form>
    </Dialog>
  );
}
