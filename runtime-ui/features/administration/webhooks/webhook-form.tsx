import { useMemo, useState } from 'react';
import { WEBHOOK_EVENTS, WEBHOOK_PROPERTIES, type WebhookInput, type WebhookView, type WebhookWithSecret } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { createWebhook, updateWebhook } from '../../../client/index.ts';
import type { CustomFieldProps } from '../../../extensions/index.ts';
import { Button, t } from '../../../kit/index.ts';
import { FilterDialog, SchemaFormDialog, type FormValues } from '../../../views/index.ts';

const FIRST: WebhookInput = {
  name: '',
  url: '',
  modules: [],
  events: ['created', 'updated', 'deleted'],
  filter: {},
  includeRecord: false,
  active: true,
};

/** The limits of the API, with the labels of the form. */
function createSchema(): JsonObject {
  const { name, url, modules, events, filter, includeRecord } = WEBHOOK_PROPERTIES;
  const labelled = WEBHOOK_EVENTS.map((event) => ({ const: event, title: t(`webhooks.events.${event}`) }));
  const schema = {
    type: 'object',
    required: ['name', 'url', 'events'],
    properties: {
      name: {
        ...name,
        title: t('webhooks.form.name'),
        examples: [t('webhooks.form.namePlaceholder')],
        errorMessage: t('webhooks.form.nameMissing'),
      },
      url: {
        ...url,
        title: t('webhooks.form.url'),
        description: t('webhooks.form.urlHelp'),
        examples: [t('webhooks.form.urlPlaceholder')],
        errorMessage: t('webhooks.form.urlMissing'),
      },
      modules: {
        ...modules,
        uniqueItems: true,
        title: t('webhooks.form.modules'),
        description: t('webhooks.form.modulesHelp'),
        items: { ...modules.items, format: 'module' },
      },
      events: {
        ...events,
        uniqueItems: true,
        format: 'checkboxes',
        title: t('webhooks.form.events'),
        errorMessage: t('webhooks.form.eventsMissing'),
        items: { oneOf: labelled },
      },
      filter: { ...filter, title: t('webhooks.form.filter') },
      includeRecord: { ...includeRecord, title: t('webhooks.form.record'), description: t('webhooks.form.recordHelp') },
    },
  };
  return schema;
}

const listOf = (value: FormValues[string]): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : []);

/** The conditions of a webhook. They refer to the fields of one module. */
function FilterField({ id, label, value, values, onChange, problems }: CustomFieldProps) {
  const [isBuilding, setBuilding] = useState(false);
  const [module, ...others] = listOf(values['modules']);
  const isOfOne = module !== undefined && others.length === 0;
  const terms = (value ?? {}) as JsonObject;
  const isSet = Object.keys(terms).length > 0;
  return (
    <fieldset
      id={id}
      className="mw-part"
      aria-describedby={problems.length > 0 ? `${id}-error` : undefined}
      data-invalid={problems.length > 0 || undefined}
    >
      <legend>{label}</legend>
      <p className="ma-note">
        {t(!isOfOne ? 'webhooks.form.filterOfOne' : isSet ? 'webhooks.form.filterSome' : 'webhooks.form.filterNone')}
      </p>
      {isOfOne && (
        <div className="mw-buttons">
          <Button size="sm" onClick={() => setBuilding(true)}>
            {t(isSet ? 'webhooks.form.filterChange' : 'webhooks.form.filterEdit')}
          </Button>
          {isSet && (
            <Button size="sm" variant="quiet" onClick={() => onChange({})}>
              {t('webhooks.form.filterClear')}
            </Button>
          )}
        </div>
      )}
      {problems.length > 0 && (
        <p id={`${id}-error`} className="ma-problem">
          {problems.join(' ')}
        </p>
      )}
      {isBuilding && module !== undefined && (
        <FilterDialog
          moduleName={module}
          terms={terms}
          onApply={(next) => {
            onChange(next);
            setBuilding(false);
          }}
          onCancel={() => setBuilding(false)}
        />
      )}
    </fieldset>
  );
}

const CUSTOM_FIELDS = { filter: FilterField };

/** A filter is valid only for the module that it was made for. */
function clearFilter(next: FormValues, before: FormValues): FormValues {
  const [now, old] = [listOf(next['modules']), listOf(before['modules'])];
  return now.join() === old.join() ? next : { ...next, filter: {} };
}

interface FormProps {
  /** Absent: a new webhook. */
  readonly webhook?: WebhookView;
  /** Called with the secret after a create. */
  readonly onDone: (made?: WebhookWithSecret) => void;
  readonly onClose: () => void;
}

/** The form that creates or changes a webhook: URL, events, modules and filter. */
export function WebhookForm({ webhook, onDone, onClose }: FormProps) {
  const schema = useMemo(createSchema, []);
  const [initial] = useState((): FormValues => {
    const { name, url, modules, events, filter, includeRecord } = webhook ?? FIRST;
    return { ...(webhook === undefined ? {} : { name, url }), modules: [...modules], events: [...events], filter, includeRecord };
  });
  const submit = async (values: JsonObject): Promise<void> => {
    const input = { ...FIRST, ...(values as Partial<WebhookInput>) };
    if (webhook === undefined) return onDone(await createWebhook(input));
    const { active: _active, ...changes } = input;
    await updateWebhook(webhook._id, { ...changes, _version: webhook._version });
    onDone();
  };
  return (
    <SchemaFormDialog
      title={t(webhook === undefined ? 'webhooks.add' : 'webhooks.form.edit')}
      submitLabel={t(webhook === undefined ? 'webhooks.form.create' : 'webhooks.form.save')}
      schema={schema}
      initial={initial}
      adjust={clearFilter}
      customFields={CUSTOM_FIELDS}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
