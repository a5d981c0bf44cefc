import { Switch } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { WorkflowApprover, WorkflowSpan, WorkflowStep } from '#engine/model/definitions';
import { Button, IconButton, t } from '../../../../kit/index.ts';
import { useDefinitions } from '../../draft/use-definitions.ts';
import { Choice, PathChoice } from '../inputs/field-selects.tsx';
import { RecordChoice } from '../inputs/recipients-input.tsx';
import { SpanInput } from '../inputs/span-input.tsx';
import { TextWithFields } from '../inputs/text-with-fields.tsx';

type Approval = Extract<WorkflowStep, { readonly type: 'approval' }>;

const KINDS = ['lead', 'role', 'field', 'user'] as const;
const TIMEOUTS = ['failed', 'approved', 'declined', 'branch'] as const;
const MAX_APPROVERS = 20;

interface ApprovalFormProps {
  readonly step: Approval;
  readonly onChange: (step: WorkflowStep) => void;
}

/** What is to be approved, by whom, with which reminders, and what counts when nobody decides. */
export function ApprovalForm({ step, onChange }: ApprovalFormProps) {
  return (
    <>
      <TextWithFields
        label={t('studioWorkflows.approval.text')}
        required
        maxLength={500}
        value={step.text}
        onChange={(text) => onChange({ ...step, text })}
      />
      <ApproversInput approvers={step.approvers} onChange={(approvers) => onChange({ ...step, approvers })} />
      <OptionalSpan
        switchLabel={t('studioWorkflows.approval.remind')}
        label={t('studioWorkflows.approval.remindEvery')}
        value={step.remindEvery}
        onChange={(remindEvery) => {
          const { remindEvery: _before, ...rest } = step;
          onChange(remindEvery === undefined ? rest : { ...rest, remindEvery });
        }}
      />
      <TimeLimit step={step} onChange={onChange} />
      <Switch
        label={t('studioWorkflows.approval.goOn')}
        description={t('studioWorkflows.approval.goOnHelp')}
        checked={step.whenDeclined !== undefined}
        disabled={(step.whenDeclined ?? []).length > 0}
        onChange={({ currentTarget: { checked } }) => {
          const { whenDeclined: _before, ...rest } = step;
          onChange(checked ? { ...rest, whenDeclined: [] } : rest);
        }}
      />
    </>
  );
}

function TimeLimit({ step, onChange }: ApprovalFormProps) {
  const { timeLimit, onTimeout = 'failed' } = step;
  return (
    <>
      <OptionalSpan
        switchLabel={t('studioWorkflows.approval.limit')}
        label={t('studioWorkflows.approval.timeLimit')}
        value={timeLimit}
        onChange={(next) => {
          const { timeLimit: _limit, onTimeout: _onTimeout, whenTimedOut: _steps, ...rest } = step;
          onChange(next === undefined ? rest : { ...step, timeLimit: next });
        }}
      />
      {timeLimit !== undefined && (
        <Choice
          label={t('studioWorkflows.approval.onTimeout')}
          options={TIMEOUTS.map((one) => ({ value: one, label: t(`studioWorkflows.approval.onTimeoutOptions.${one}`) }))}
          value={onTimeout}
          onChange={(next) => {
            const { whenTimedOut, ...rest } = step;
            const chosen = TIMEOUTS.find((one) => one === next) ?? 'failed';
            onChange({ ...rest, onTimeout: chosen, ...(chosen === 'branch' && whenTimedOut !== undefined && { whenTimedOut }) });
          }}
        />
      )}
    </>
  );
}

interface OptionalSpanProps {
  readonly switchLabel: string;
  readonly label: string;
  readonly value: WorkflowSpan | undefined;
  readonly onChange: (span: WorkflowSpan | undefined) => void;
}

function OptionalSpan({ switchLabel, label, value, onChange }: OptionalSpanProps) {
  return (
    <>
      <Switch
        label={switchLabel}
        checked={value !== undefined}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? { amount: 1, unit: 'days' } : undefined)}
      />
      {value !== undefined && <SpanInput label={label} value={value} onChange={onChange} />}
    </>
  );
}

function newApprover(kind: string): WorkflowApprover {
  if (kind === 'role') return { role: '' };
  if (kind === 'field') return { field: '' };
  return kind === 'user' ? { user: '' } : { lead: true };
}

interface ApproversInputProps {
  readonly approvers: readonly WorkflowApprover[];
  readonly onChange: (approvers: WorkflowApprover[]) => void;
}

function ApproversInput({ approvers, onChange }: ApproversInputProps) {
  return (
    <fieldset className="sw-recipients">
      <legend>{t('studioWorkflows.approval.approvers')}</legend>
      <p className="sw-none">{t('studioWorkflows.approval.approversHelp')}</p>
      {approvers.map((approver, index) => {
        const label = t('studioWorkflows.approval.number', { number: index + 1 });
        const set = (next: WorkflowApprover) => onChange(approvers.map((one, at) => (at === index ? next : one)));
        return (
          <div key={index} className="sw-recipient" role="group" aria-label={label}>
            <Choice
              isLabelHidden
              label={label}
              options={KINDS.map((kind) => ({ value: kind, label: t(`studioWorkflows.approval.${kind}`) }))}
              value={KINDS.find((kind) => kind in approver) ?? 'lead'}
              onChange={(next) => set(newApprover(next))}
            />
            <ApproverOperand approver={approver} onChange={set} />
            {approvers.length > 1 && (
              <IconButton
                icon={X}
                size="sm"
                label={t('studioWorkflows.approval.remove', { label })}
                onClick={() => onChange(approvers.filter((_one, at) => at !== index))}
              />
            )}
          </div>
        );
      })}
      {approvers.length < MAX_APPROVERS && (
        <Button size="xs" variant="quiet" icon={Plus} onClick={() => onChange([...approvers, { lead: true }])}>
          {t('studioWorkflows.approval.add')}
        </Button>
      )}
    </fieldset>
  );
}

function ApproverOperand({
  approver,
  onChange,
}: {
  readonly approver: WorkflowApprover;
  readonly onChange: (next: WorkflowApprover) => void;
}) {
  const roles = useDefinitions('role').list?.filter(({ action }) => action !== 'removed') ?? [];
  if ('lead' in approver) return null;
  if ('field' in approver)
    return (
      <PathChoice
        isLabelHidden
        label={t('studioWorkflows.approval.field')}
        accepts={({ refs }) => refs.includes('users')}
        value={approver.field}
        onChange={(field) => onChange({ field })}
      />
    );
  if ('role' in approver)
    return (
      <Choice
        isLabelHidden
        label={t('studioWorkflows.approval.role')}
        options={roles.map(({ id, label }) => ({ value: id, label }))}
        value={approver.role}
        onChange={(role) => onChange({ role })}
      />
    );
  return (
    <RecordChoice module="users" label={t('studioWorkflows.approval.user')} id={approver.user} onChange={(user) => onChange({ user })} />
  );
}
