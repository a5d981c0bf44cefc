import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ShellView } from '#engine/model/wire';
import { useModuleView, useShell } from '../../../client/index.ts';
import { VALUE_WIDGETS } from '../../../fields/widgets/index.ts';
import { readRelate } from '../../../headless/index.ts';
import { t } from '../../../kit/index.ts';
import { Choice, type ChoiceProps, UserChoice } from '../filter-choices.tsx';
import { AUDIT_ACTIONS, type AuditFilter } from './audit-query.ts';

const RESOURCES = ['apiTokens', 'queues', 'secrets', 'webhooks'] as const;
/** Typing is taken over after this many milliseconds without a key. */
const PAUSE = 400;

interface FormProps {
  readonly filter: AuditFilter;
  readonly onChange: (change: { readonly [name in keyof AuditFilter]?: string | undefined }) => void;
}

function listModules(shell: ShellView | undefined): ChoiceProps['options'] {
  return [
    ...(shell?.modules ?? []).map(({ name, label }) => ({ value: name, label })),
    ...RESOURCES.map((value) => ({ value, label: t(`audit.resources.${value}`) })),
  ];
}

function FieldChoice({ module, value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'> & { readonly module: string }) {
  const { data } = useModuleView(module);
  const options = (data?.fields ?? []).map(({ fieldName, label }) => ({ value: fieldName, label }));
  return <Choice label={t('audit.filter.field')} all={t('audit.filter.allFields')} options={options} value={value} onChange={onChange} />;
}

/** The name is taken over when typing pauses. */
function RecordName({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState(value ?? '');
  useEffect(() => {
    if (typed.trim() === (value ?? '')) return undefined;
    const timer = setTimeout(() => onChange(typed.trim() === '' ? undefined : typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <TextInput
      type="search"
      label={t('audit.filter.record')}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function Day({ id, label, value, onChange }: Pick<ChoiceProps, 'label' | 'value' | 'onChange'> & { readonly id: string }) {
  const Widget = VALUE_WIDGETS.date;
  return (
    <Widget
      field={{ label, refs: [] }}
      value={value}
      onChange={(next) => onChange(typeof next === 'string' ? next : undefined)}
      onBlur={() => undefined}
      readOnly={false}
      wrapperProps={{ id, label }}
      onParseError={() => undefined}
    />
  );
}

/** The conditions of the log: module, field, user, record, action and time. */
export function AuditFilterForm({ filter, onChange }: FormProps) {
  const { data: shell } = useShell();
  const { module } = filter;
  const isModule = module !== undefined && shell?.modules.some(({ name }) => name === module) === true;
  const actions = AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) }));
  return (
    <form className="ma-filter" role="search" aria-label={t('audit.filter.title')} onSubmit={(event) => event.preventDefault()}>
      <Choice
        label={t('audit.filter.module')}
        all={t('audit.filter.allModules')}
        options={listModules(shell)}
        value={module}
        onChange={(next) => onChange({ module: next })}
      />
      {isModule && <FieldChoice module={module} value={filter.field} onChange={(field) => onChange({ field })} />}
      <Choice
        label={t('audit.filter.action')}
        all={t('audit.filter.allActions')}
        options={actions}
        value={filter.action}
        onChange={(action) => onChange({ action })}
      />
      <UserChoice
        id="audit-user"
        label={t('audit.filter.user')}
        value={filter.user}
        onChange={(next) => onChange({ user: readRelate(next)?._id })}
      />
      <RecordName key={filter.record === undefined ? 'none' : 'some'} value={filter.record} onChange={(record) => onChange({ record })} />
      <Day id="audit-since" label={t('audit.filter.since')} value={filter.since} onChange={(since) => onChange({ since })} />
      <Day id="audit-until" label={t('audit.filter.until')} value={filter.until} onChange={(until) => onChange({ until })} />
    </form>
  );
}
