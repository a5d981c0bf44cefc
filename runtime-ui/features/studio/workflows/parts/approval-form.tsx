import { Switch } from '@mantine/core';
import type { WorkflowApprover, WorkflowSpan, WorkflowStep } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { Choice } from '../inputs/field-selects.tsx';
import { PeopleInput } from '../inputs/people-input.tsx';
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
      <PeopleInput
        texts="approval"
        title={t('studioWorkflows.approval.approvers')}
        help={t('studioWorkflows.approval.approversHelp')}
        kinds={KINDS}
        create={newApprover}
        accepts={({ refs }) => refs.includes('users')}
        people={step.approvers}
        min={1}
        max={MAX_APPROVERS}
        onChange={(approvers) => onChange({ ...step, approvers })}
      />
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

function newApprover(kind: (typeof KINDS)[number]): WorkflowApprover {
  if (kind === 'role') return { role: '' };
  if (kind === 'field') return { field: '' };
  return kind === 'user' ? { user: '' } : { lead: true };
}
