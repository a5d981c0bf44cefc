import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { t } from '../../../kit/index.ts';
import { Choice } from './inputs/field-selects.tsx';
import { useModuleOptions } from './use-studio-modules.ts';

interface WorkflowFactsProps {
  readonly workflow: WorkflowDefinition;
  readonly onChange: (workflow: WorkflowDefinition) => void;
}

/** Name, module, order and description of a workflow, and whether it is on. */
export function WorkflowFacts({ workflow, onChange }: WorkflowFactsProps) {
  const modules = useModuleOptions();
  return (
    <section className="sw-facts" aria-label={t('studioWorkflows.facts.label')}>
      <TextInput
        className="sw-fact-name"
        label={t('studioWorkflows.facts.name')}
        required
        maxLength={200}
        value={workflow.name}
        error={workflow.name.trim() === '' ? t('studioWorkflows.facts.needsName') : undefined}
        onChange={({ currentTarget: { value } }) => onChange({ ...workflow, name: value })}
      />
      <Choice
        label={t('studioWorkflows.facts.module')}
        options={modules}
        value={workflow.module}
        onChange={(module) => onChange({ ...workflow, module })}
      />
      <NumberInput
        label={t('studioWorkflows.facts.weight')}
        title={t('studioWorkflows.facts.weightHelp')}
        allowDecimal={false}
        min={-10_000}
        max={10_000}
        value={workflow.weight ?? 0}
        onChange={(weight) => {
          if (typeof weight === 'number' && Number.isInteger(weight)) onChange({ ...workflow, weight });
        }}
      />
      <Switch
        label={t(workflow.active === true ? 'studioWorkflows.on' : 'studioWorkflows.off')}
        aria-label={t('studioWorkflows.facts.active')}
        checked={workflow.active === true}
        onChange={({ currentTarget: { checked } }) => onChange({ ...workflow, active: checked })}
      />
      <Textarea
        className="sw-fact-description"
        label={t('studioWorkflows.facts.description')}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2000}
        value={workflow.description ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { description: _before, ...rest } = workflow;
          onChange(value === '' ? rest : { ...workflow, description: value });
        }}
      />
    </section>
  );
}
