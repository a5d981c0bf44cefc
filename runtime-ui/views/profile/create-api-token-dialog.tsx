import { MultiSelect, Select, TextInput } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import type { CreatedApiToken, ShellView } from '#engine/model/wire';
import { createApiToken, getErrorMessage, type ApiError } from '../../client/index.ts';
import { Button, Dialog, Icon, t } from '../../kit/index.ts';
import { OneTimeSecretDialog } from '../one-time-secret-dialog.tsx';

const CHEVRON = <Icon of={ChevronDown} />;
const DAY = 86_400_000;
/** Lifetime of a token in days; '' for unlimited. */
const LIFETIME_DAYS = ['30', '90', '365', ''] as const;

interface Choice {
  readonly name: string;
  readonly scope: 'some' | 'all' | 'admin';
  readonly modules: readonly string[];
  readonly access: 'read' | 'write';
  readonly days: string;
}

const DEFAULT_CHOICE: Choice = { name: '', scope: 'some', modules: [], access: 'read', days: '90' };

function scopesOf({ scope, modules, access }: Choice): readonly string[] {
  if (scope === 'admin') return ['admin'];
  return scope === 'all' ? [access] : modules.map((module) => `${module}:${access}`);
}

interface FieldsProps {
  readonly shell: ShellView;
  readonly choice: Choice;
  /** Whether errors for missing values are shown. */
  readonly showsErrors: boolean;
  readonly onChange: (part: Partial<Choice>) => void;
}

function Fields({ shell, choice, showsErrors, onChange }: FieldsProps) {
  const { name, scope, modules, access, days } = choice;
  const reaches = (['some', 'all', ...(shell.user.userType === 'System Admin' ? ['admin' as const] : [])] as const).map((value) => ({
    value,
    label: t(`apiTokens.${value}`),
  }));
  const labels = shell.modules.map(({ name: value, label }) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
  return (
    <>
      <TextInput
        label={t('apiTokens.name')}
        description={t('apiTokens.nameHelp')}
        placeholder={t('apiTokens.namePlaceholder')}
        required
        maxLength={100}
        data-autofocus
        value={name}
        error={showsErrors && name.trim() === '' ? t('apiTokens.nameMissing') : undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t('apiTokens.reach')}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={reaches}
        value={scope}
        onChange={(next) => {
          if (next !== null) onChange({ scope: next });
        }}
      />
      {scope === 'some' && (
        <MultiSelect
          label={t('apiTokens.modules')}
          required
          searchable
          hidePickedOptions
          rightSection={CHEVRON}
          data={labels}
          value={[...modules]}
          error={showsErrors && modules.length === 0 ? t('apiTokens.modulesMissing') : undefined}
          onChange={(next) => onChange({ modules: next })}
        />
      )}
      {scope !== 'admin' && (
        <Select
          label={t('apiTokens.may')}
          rightSection={CHEVRON}
          allowDeselect={false}
          data={(['read', 'write'] as const).map((value) => ({ value, label: t(`apiTokens.${value}`) }))}
          value={access}
          onChange={(next) => {
            if (next !== null) onChange({ access: next });
          }}
        />
      )}
      <Select
        label={t('apiTokens.until')}
        rightSection={CHEVRON}
        allowDeselect={false}
        data={LIFETIME_DAYS.map((value) => ({
          value,
          label: value === '' ? t('apiTokens.never') : t('apiTokens.days', { count: Number(value) }),
        }))}
        value={days}
        onChange={(next) => {
          if (next !== null) onChange({ days: next });
        }}
      />
    </>
  );
}

interface CreateApiTokenDialogProps {
  readonly shell: ShellView;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Creates a token: name, scopes and lifetime. */
export function CreateApiTokenDialog({ shell, onMade, onClose }: CreateApiTokenDialogProps) {
  const [choice, setChoice] = useState(DEFAULT_CHOICE);
  const [showsErrors, setSaid] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | undefined>(undefined);
  const [created, setMade] = useState<CreatedApiToken | undefined>(undefined);
  const openedAt = useRef(Date.now());
  const make = (event?: FormEvent) => {
    event?.preventDefault();
    const scopes = scopesOf(choice);
    const name = choice.name.trim();
    setSaid(true);
    if (name === '' || scopes.length === 0) return;
    setBusy(true);
    setFailure(undefined);
    // Counted from when the dialog was opened, so that a retry sends the same request.
    const expiresAt = choice.days === '' ? null : new Date(openedAt.current + Number(choice.days) * DAY).toISOString();
    createApiToken({ name, scopes, expiresAt }).then(
      (token) => {
        setMade(token);
        onMade();
      },
      (error: unknown) => {
        setBusy(false);
        setFailure(error as ApiError);
      },
    );
  };
  if (created !== undefined)
    return (
      <OneTimeSecretDialog
        title={t('apiTokens.made')}
        help={t('apiTokens.madeHelp')}
        label={t('apiTokens.token')}
        value={created.token}
        onClose={onClose}
      />
    );
  const buttons = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button variant="primary" loading={busy} onClick={() => make()}>
        {t('apiTokens.create')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      size="confirm"
      title={t('apiTokens.add')}
      onCancel={onClose}
      actions={buttons}
      consequences={
        failure === undefined ? undefined : (
          <span role="alert" className="mv-token-refused">
            {getErrorMessage(failure)}
          </span>
        )
      }
    >
      <form className="mv-token-form" onSubmit={make}>
        <Fields
          shell={shell}
          choice={choice}
          showsErrors={showsErrors}
          onChange={(part) => setChoice((before) => ({ ...before, ...part }))}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
