import { Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookInput, type WebhookView, type WebhookWithSecret } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { createWebhook, getErrorMessage, updateWebhook, useShell, type ApiError } from '../../../client/index.ts';
import { Button, Dialog, Icon, t } from '../../../kit/index.ts';
import { FilterDialog } from '../../../views/index.ts';

const FIRST: WebhookInput = {
  name: '',
  url: '',
  modules: [],
  events: ['created', 'updated', 'deleted'],
  filter: {},
  includeRecord: false,
  active: true,
};
const CHEVRON = <Icon of={ChevronDown} />;

/** Missing or refused input, by part of the form. */
type Problems = { readonly [part in 'name' | 'url' | 'events']?: string | undefined };

function findProblems({ name, url, events }: WebhookInput, failure: ApiError | undefined): Problems {
  const refused = failure?.details.find(({ field }) => field === 'url')?.message;
  return {
    name: name.trim() === '' ? t('webhooks.form.nameMissing') : undefined,
    url: url.trim() === '' ? t('webhooks.form.urlMissing') : refused,
    events: events.length === 0 ? t('webhooks.form.eventsMissing') : undefined,
  };
}

interface PartProps {
  readonly input: WebhookInput;
  readonly problems: Problems;
  readonly onChange: (part: Partial<WebhookInput>) => void;
}

/** Conditions refer to the fields of one module. */
function FilterPart({ input: { modules, filter }, onChange }: Omit<PartProps, 'problems'>) {
  const [isBuilding, setBuilding] = useState(false);
  const [module, ...others] = modules;
  const isOfOne = module !== undefined && others.length === 0;
  const isSet = Object.keys(filter).length > 0;
  const apply = (terms: JsonObject) => {
    onChange({ filter: terms });
    setBuilding(false);
  };
  return (
    <fieldset className="mw-part">
      <legend>{t('webhooks.form.filter')}</legend>
      <p className="ma-note">
        {t(!isOfOne ? 'webhooks.form.filterOfOne' : isSet ? 'webhooks.form.filterSome' : 'webhooks.form.filterNone')}
      </p>
      {isOfOne && (
        <div className="mw-buttons">
          <Button size="sm" onClick={() => setBuilding(true)}>
            {t(isSet ? 'webhooks.form.filterChange' : 'webhooks.form.filterEdit')}
          </Button>
          {isSet && (
            <Button size="sm" variant="quiet" onClick={() => onChange({ filter: {} })}>
              {t('webhooks.form.filterClear')}
            </Button>
          )}
        </div>
      )}
      {isBuilding && module !== undefined && (
        <FilterDialog moduleName={module} terms={filter} onApply={apply} onCancel={() => setBuilding(false)} />
      )}
    </fieldset>
  );
}

function Fields({ input, problems, onChange }: PartProps) {
  const { data: shell } = useShell();
  const labels = (shell?.modules ?? []).map(({ name: value, label }) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    onChange({ events: WEBHOOK_EVENTS.filter((one) => (one === event ? isOn : input.events.includes(one))) });
  // A filter is valid only for the module it was created for.
  const choose = (modules: readonly string[]) =>
    onChange({ modules, ...(modules.length === 1 && modules[0] === input.modules[0] ? {} : { filter: {} }) });
  return (
    <>
      <TextInput
        label={t('webhooks.form.name')}
        placeholder={t('webhooks.form.namePlaceholder')}
        required
        maxLength={100}
        data-autofocus
        value={input.name}
        error={problems.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('webhooks.form.url')}
        description={t('webhooks.form.urlHelp')}
        placeholder={t('webhooks.form.urlPlaceholder')}
        required
        maxLength={2000}
        inputMode="url"
        value={input.url}
        error={problems.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <MultiSelect
        label={t('webhooks.form.modules')}
        description={t('webhooks.form.modulesHelp')}
        searchable
        hidePickedOptions
        rightSection={CHEVRON}
        data={labels}
        value={[...input.modules]}
        onChange={choose}
      />
      <fieldset className="mw-part">
        <legend>{t('webhooks.form.events')}</legend>
        <div className="mw-events">
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox
              key={event}
              label={t(`webhooks.events.${event}`)}
              checked={input.events.includes(event)}
              onChange={(change) => toggle(event, change.currentTarget.checked)}
            />
          ))}
        </div>
        {problems.events !== undefined && (
          <p role="alert" className="ma-problem">
            {problems.events}
          </p>
        )}
      </fieldset>
      <FilterPart input={input} onChange={onChange} />
      <Checkbox
        label={
          <>
            {t('webhooks.form.record')} <span className="ma-note">{t('webhooks.form.recordHelp')}</span>
          </>
        }
        checked={input.includeRecord}
        onChange={(event) => onChange({ includeRecord: event.currentTarget.checked })}
      />
    </>
  );
}

function inputOf({ name, url, modules, events, filter, includeRecord, active }: WebhookInput): WebhookInput {
  return { name, url, modules, events, filter, includeRecord, active };
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
  const [input, setInput] = useState<WebhookInput>(() => (webhook === undefined ? FIRST : inputOf(webhook)));
  const [isValidated, setSaid] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | undefined>(undefined);
  const problems = isValidated ? findProblems(input, failure) : {};
  const change = (part: Partial<WebhookInput>) => {
    setInput((before) => ({ ...before, ...part }));
    setFailure(undefined);
  };
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    setSaid(true);
    if (busy || Object.values(findProblems(input, undefined)).some((problem) => problem !== undefined)) return;
    setBusy(true);
    setFailure(undefined);
    const { active: _active, ...changes } = input;
    const saving =
      webhook === undefined
        ? createWebhook(input).then(onDone)
        : updateWebhook(webhook._id, { ...changes, _version: webhook._version }).then(() => onDone());
    saving.catch((error: unknown) => {
      setBusy(false);
      setFailure(error as ApiError);
    });
  };
  const buttons = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button variant="primary" loading={busy} onClick={() => save()}>
        {t(webhook === undefined ? 'webhooks.form.create' : 'webhooks.form.save')}
      </Button>
    </>
  );
  const refusal =
    failure !== undefined && problems.url === undefined ? (
      <span role="alert" className="ma-problem">
        {getErrorMessage(failure)}
      </span>
    ) : undefined;
  return (
    <Dialog
      opened
      size="choice"
      title={t(webhook === undefined ? 'webhooks.add' : 'webhooks.form.edit')}
      onCancel={onClose}
      actions={buttons}
      consequences={refusal}
    >
      <form className="mw-form" onSubmit={save}>
        <Fields input={input} problems={problems} onChange={change} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
