import { Plus, X } from 'lucide-react';
import type { WorkflowRecipient } from '#engine/model/definitions';
import type { FieldView } from '#engine/model/wire';
import { nameOfId } from '../../../../fields/values/index.ts';
import { RelatePicker } from '../../../../fields/widgets/index.ts';
import { useModuleSummaries, useNamesById } from '../../../../headless/index.ts';
import { Button, IconButton, t } from '../../../../kit/index.ts';
import { useDefinitions } from '../../draft/use-definitions.ts';
import { Choice, PathChoice } from './field-selects.tsx';

const KINDS = ['owner', 'field', 'user', 'role', 'team'] as const;
type RecipientKind = (typeof KINDS)[number];

function kindOf(recipient: WorkflowRecipient): RecipientKind {
  return KINDS.find((kind) => kind in recipient) ?? 'owner';
}

function newRecipient(kind: RecipientKind): WorkflowRecipient {
  switch (kind) {
    case 'owner':
      return { owner: true };
    case 'field':
      return { field: '' };
    case 'user':
      return { user: '' };
    case 'role':
      return { role: '' };
    case 'team':
      return { team: '' };
  }
}

interface RecipientsInputProps {
  readonly recipients: readonly WorkflowRecipient[];
  readonly onChange: (recipients: WorkflowRecipient[]) => void;
}

/** Who gets a message. */
export function RecipientsInput({ recipients, onChange }: RecipientsInputProps) {
  return (
    <fieldset className="sw-recipients">
      <legend>{t('studioWorkflows.recipients.title')}</legend>
      {recipients.map((recipient, index) => {
        const label = t('studioWorkflows.recipients.number', { number: index + 1 });
        const set = (next: WorkflowRecipient) => onChange(recipients.map((one, at) => (at === index ? next : one)));
        return (
          <div key={index} className="sw-recipient" role="group" aria-label={label}>
            <Choice
              isLabelHidden
              label={label}
              options={KINDS.map((kind) => ({ value: kind, label: t(`studioWorkflows.recipients.${kind}`) }))}
              value={kindOf(recipient)}
              onChange={(next) => set(newRecipient(KINDS.find((kind) => kind === next) ?? 'owner'))}
            />
            <RecipientOperand recipient={recipient} onChange={set} />
            <IconButton
              icon={X}
              size="sm"
              label={t('studioWorkflows.recipients.remove', { label })}
              onClick={() => onChange(recipients.filter((_one, at) => at !== index))}
            />
          </div>
        );
      })}
      <Button size="xs" variant="quiet" icon={Plus} onClick={() => onChange([...recipients, { owner: true }])}>
        {t('studioWorkflows.recipients.add')}
      </Button>
    </fieldset>
  );
}

/** An e-mail address, or a record that may have one. */
function hasAddress({ inputType, refs }: FieldView): boolean {
  return inputType === 'EmailAddress' || inputType === 'TextField' || refs.length > 0;
}

function RecipientOperand({
  recipient,
  onChange,
}: {
  readonly recipient: WorkflowRecipient;
  readonly onChange: (next: WorkflowRecipient) => void;
}) {
  const roles = useDefinitions('role').list?.filter(({ action }) => action !== 'removed') ?? [];
  if ('owner' in recipient) return null;
  if ('field' in recipient)
    return (
      <PathChoice
        isLabelHidden
        label={t('studioWorkflows.recipients.field')}
        accepts={hasAddress}
        value={recipient.field}
        onChange={(field) => onChange({ field })}
      />
    );
  if ('role' in recipient)
    return (
      <Choice
        isLabelHidden
        label={t('studioWorkflows.recipients.role')}
        options={roles.map(({ id, label }) => ({ value: id, label }))}
        value={recipient.role}
        onChange={(role) => onChange({ role })}
      />
    );
  if ('team' in recipient)
    return (
      <RecordChoice
        module="teams"
        label={t('studioWorkflows.recipients.team')}
        id={recipient.team}
        onChange={(team) => onChange({ team })}
      />
    );
  return (
    <RecordChoice module="users" label={t('studioWorkflows.recipients.user')} id={recipient.user} onChange={(user) => onChange({ user })} />
  );
}

interface RecordChoiceProps {
  readonly module: string;
  readonly label: string;
  /** '': none yet. */
  readonly id: string;
  readonly onChange: (id: string) => void;
  readonly isLabelShown?: boolean;
}

/** Chooses a record of a module by its name. */
export function RecordChoice({ module, label, id, onChange, isLabelShown = false }: RecordChoiceProps) {
  const [summary] = useModuleSummaries([module]);
  const names = useNamesById(module, id === '' ? [] : [id]);
  return (
    <RelatePicker
      module={summary}
      value={id === '' ? undefined : { _id: id, name: nameOfId(names, id) }}
      onPick={(choice) => onChange(choice?._id ?? '')}
      wrapping={isLabelShown ? { label } : { 'aria-label': label }}
    />
  );
}
