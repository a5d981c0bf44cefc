import { useMemo, useState } from 'react';
import { TextInput } from '@mantine/core';
import type { WorkflowRecipient, WorkflowStep } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { Button, t } from '../../../../kit/index.ts';
import { SchemaPanel } from '../../../../views/index.ts';
import { useNamesHere } from '../builder-context.ts';
import { Choice } from '../inputs/field-selects.tsx';
import { RecipientsInput } from '../inputs/recipients-input.tsx';
import { newValue } from '../inputs/value-input.tsx';
import { ValueRow } from '../inputs/values-input.tsx';
import { useWorkflowActions } from '../use-workflow-actions.ts';

type StepOf<Type extends WorkflowStep['type']> = Extract<WorkflowStep, { readonly type: Type }>;

interface FormProps<Type extends WorkflowStep['type']> {
  readonly step: StepOf<Type>;
  readonly onChange: (step: WorkflowStep) => void;
}

/** The web address that is called, made from its schema, and what is sent. */
export function WebhookForm({ step, onChange }: FormProps<'call-webhook'>) {
  const schema = useMemo<JsonObject>(
    () => ({
      type: 'object',
      required: ['url'],
      properties: {
        url: {
          type: 'string',
          title: t('studioWorkflows.webhook.url'),
          description: t('studioWorkflows.webhook.urlHelp'),
          maxLength: 2000,
          pattern: '^https?://',
        },
      },
    }),
    [],
  );
  return (
    <>
      <SchemaPanel
        schema={schema}
        values={{ url: step.url }}
        onChange={({ url }) => onChange({ ...step, url: typeof url === 'string' ? url : '' })}
      />
      <BodyInput step={step} onChange={onChange} />
    </>
  );
}

function BodyInput({ step, onChange }: FormProps<'call-webhook'>) {
  const { module } = useNamesHere();
  const [name, setName] = useState('');
  const { body = {}, ...rest } = step;
  const entries = Object.entries(body);
  const add = () => {
    onChange({ ...step, body: { ...body, [name.trim()]: newValue('field', undefined) } });
    setName('');
  };
  return (
    <div className="sw-values">
      <span className="sw-label">{t('studioWorkflows.webhook.body')}</span>
      {entries.length === 0 && <p className="sf-note">{t('studioWorkflows.webhook.noBody')}</p>}
      {entries.map(([key, value]) => (
        <ValueRow
          key={key}
          field={undefined}
          owner={module}
          label={key}
          value={value}
          onChange={(next) => onChange({ ...step, body: { ...body, [key]: next } })}
          onRemove={() => {
            const others = Object.fromEntries(entries.filter(([one]) => one !== key));
            onChange(entries.length === 1 ? rest : { ...rest, body: others });
          }}
        />
      ))}
      <div className="sw-insert">
        <TextInput
          aria-label={t('studioWorkflows.webhook.newName')}
          placeholder={t('studioWorkflows.webhook.newName')}
          maxLength={100}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button size="sm" disabled={name.trim() === '' || Object.hasOwn(body, name.trim())} onClick={add}>
          {t('studioWorkflows.webhook.addValue')}
        </Button>
      </div>
    </div>
  );
}

/** The form of an input without the recipients, which are chosen as those of notifications. */
function splitRecipients(schema: JsonObject | undefined): { readonly form: JsonObject | undefined; readonly hasRecipients: boolean } {
  const { recipients, ...properties } = (schema?.['properties'] ?? {}) as { readonly [name: string]: JsonValue };
  const hasRecipients = (recipients as JsonObject | undefined)?.['format'] === 'recipients';
  if (schema === undefined || !hasRecipients) return { form: schema, hasRecipients: false };
  const required = (schema['required'] ?? []) as readonly JsonValue[];
  return { form: { ...schema, properties, required: required.filter((name) => name !== 'recipients') }, hasRecipients };
}

/** An action of a plugin, with the form that the schema of its input describes. */
export function PluginForm({ step, onChange }: FormProps<'plugin'>) {
  const actions = useWorkflowActions() ?? [];
  const schema = actions.find(({ name }) => name === step.action)?.input;
  const { form, hasRecipients } = useMemo(() => splitRecipients(schema), [schema]);
  const { recipients, ...values } = step.input as { readonly recipients?: readonly WorkflowRecipient[] };
  return (
    <>
      <Choice
        label={t('studioWorkflows.plugin.action')}
        options={actions.map(({ name, label }) => ({ value: name, label }))}
        value={step.action}
        onChange={(action) => onChange({ ...step, action, input: {} })}
      />
      {hasRecipients && (
        <RecipientsInput
          recipients={recipients ?? []}
          onChange={(next) => onChange({ ...step, input: { ...step.input, recipients: next } })}
        />
      )}
      {form !== undefined && (
        <SchemaPanel
          key={step.action}
          schema={form}
          values={hasRecipients ? values : step.input}
          onChange={(input) => onChange({ ...step, input: hasRecipients ? { ...input, recipients: recipients ?? [] } : input })}
        />
      )}
    </>
  );
}
