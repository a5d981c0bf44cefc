import { TextInput } from '@mantine/core';
import type { WorkflowStep } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { useDefinitions } from '../../draft/use-definitions.ts';
import { useBuilder, useNamesHere } from '../builder-context.ts';
import { Choice, RelationChoice } from '../inputs/field-selects.tsx';
import { RecipientsInput } from '../inputs/recipients-input.tsx';
import { RuleInput } from '../inputs/rule-input.tsx';
import { TextWithFields } from '../inputs/text-with-fields.tsx';
import { ValuesInput } from '../inputs/values-input.tsx';
import { relatedModuleName } from '../model/workflow-names.ts';
import { useModuleOptions, useStudioModules } from '../use-studio-modules.ts';
import { AlertForm } from './alert-form.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { BranchForm } from './branch-form.tsx';
import { PluginForm, WebhookForm } from './schema-forms.tsx';
import { WaitForm } from './wait-form.tsx';

type StepOf<Type extends WorkflowStep['type']> = Extract<WorkflowStep, { readonly type: Type }>;

export interface StepFormProps<Step extends WorkflowStep = WorkflowStep> {
  readonly step: Step;
  readonly onChange: (step: WorkflowStep) => void;
}

/** The inputs of a step, and its name. */
export function StepForm({ step, onChange }: StepFormProps) {
  return (
    <>
      <TypeForm step={step} onChange={onChange} />
      <TextInput
        label={t('studioWorkflows.step.name')}
        description={t('studioWorkflows.step.nameHelp')}
        maxLength={200}
        value={step.name ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { name: _before, ...rest } = step;
          onChange(value === '' ? rest : { ...step, name: value });
        }}
      />
    </>
  );
}

function TypeForm({ step, onChange }: StepFormProps) {
  const { module } = useNamesHere();
  switch (step.type) {
    case 'update-record':
      return <ValuesInput owner={module} values={step.values} onChange={(values) => onChange({ ...step, values })} />;
    case 'update-related':
    case 'for-each':
      return <RelatedForm step={step} onChange={onChange} />;
    case 'create-record':
      return <CreateForm step={step} onChange={onChange} />;
    case 'notify':
      return <AlertForm alert={step.alert} onChange={(alert) => onChange({ ...step, alert })} />;
    case 'notification':
      return <NotificationForm step={step} onChange={onChange} />;
    case 'call-webhook':
      return <WebhookForm step={step} onChange={onChange} />;
    case 'wait':
      return <WaitForm step={step} onChange={onChange} />;
    case 'approval':
      return <ApprovalForm step={step} onChange={onChange} />;
    case 'branch':
      return <BranchForm step={step} onChange={onChange} />;
    case 'start-workflow':
      return <StartForm step={step} onChange={onChange} />;
    case 'plugin':
      return <PluginForm step={step} onChange={onChange} />;
  }
}

/** Related records: which relation, which of them, and what is set in them. */
function RelatedForm({ step, onChange }: StepFormProps<StepOf<'update-related' | 'for-each'>>) {
  const { module } = useNamesHere();
  const target = relatedModuleName(module, step.relation);
  const other = useStudioModules(target === undefined ? [] : [target]).get(target ?? '');
  return (
    <>
      <RelationChoice
        label={t('studioWorkflows.step.relation')}
        value={step.relation}
        onChange={(relation) => {
          const { filter: _filter, ...rest } = step;
          onChange(rest.type === 'for-each' ? { ...rest, relation } : { ...rest, relation, values: {} });
        }}
      />
      {target !== undefined && (
        <div className="sw-field">
          <span className="sw-label">{t('studioWorkflows.step.filter')}</span>
          <RuleInput
            module={target}
            kind="filter"
            label={t('studioWorkflows.step.filter')}
            value={step.filter}
            onChange={(filter) => {
              const { filter: _before, ...rest } = step;
              onChange(filter === undefined ? rest : { ...rest, filter: filter as Record<string, unknown> });
            }}
          />
        </div>
      )}
      {step.type === 'update-related' && other !== undefined && (
        <ValuesInput owner={other} values={step.values} onChange={(values) => onChange({ ...step, values })} />
      )}
    </>
  );
}

function CreateForm({ step, onChange }: StepFormProps<StepOf<'create-record'>>) {
  const { module } = useNamesHere();
  const options = useModuleOptions();
  const other = useStudioModules([step.module]).get(step.module);
  const links = (other?.fields ?? []).filter(({ refs }) => module !== undefined && refs.includes(module.name));
  return (
    <>
      <Choice
        label={t('studioWorkflows.step.module')}
        options={options}
        value={step.module}
        onChange={(next) => {
          const { link: _link, ...rest } = step;
          onChange({ ...rest, module: next, values: {} });
        }}
      />
      {other !== undefined && (
        <>
          {links.length > 0 && (
            <Choice
              label={t('studioWorkflows.step.link', { record: module?.labelSingular ?? '' })}
              options={[
                { value: '-', label: t('studioWorkflows.step.noLink') },
                ...links.map(({ fieldName, label }) => ({ value: fieldName, label })),
              ]}
              value={step.link ?? '-'}
              onChange={(next) => {
                const { link: _before, ...rest } = step;
                onChange(next === '-' ? rest : { ...rest, link: next });
              }}
            />
          )}
          <ValuesInput owner={other} values={step.values} onChange={(values) => onChange({ ...step, values })} />
        </>
      )}
    </>
  );
}

function NotificationForm({ step, onChange }: StepFormProps<StepOf<'notification'>>) {
  return (
    <>
      <TextWithFields
        label={t('studioWorkflows.step.text')}
        required
        maxLength={500}
        value={step.text}
        onChange={(text) => onChange({ ...step, text })}
      />
      <RecipientsInput recipients={step.recipients} onChange={(recipients) => onChange({ ...step, recipients })} />
    </>
  );
}

function StartForm({ step, onChange }: StepFormProps<StepOf<'start-workflow'>>) {
  const { workflow } = useBuilder();
  const others = (useDefinitions('workflow').list ?? []).filter(({ id, action }) => action !== 'removed' && id !== workflow.id);
  return (
    <Choice
      label={t('studioWorkflows.step.workflow')}
      options={others.map(({ id, label }) => ({ value: id, label }))}
      value={step.workflow}
      onChange={(next) => onChange({ ...step, workflow: next })}
    />
  );
}
