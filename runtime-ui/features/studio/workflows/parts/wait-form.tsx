import type { WorkflowSpan, WorkflowStep } from '#engine/model/definitions';
import { t } from '../../../../kit/index.ts';
import { useNamesHere } from '../builder-context.ts';
import { Choice, isDay, PathChoice } from '../inputs/field-selects.tsx';
import { RuleInput } from '../inputs/rule-input.tsx';
import { SpanInput } from '../inputs/span-input.tsx';

type Wait = Extract<WorkflowStep, { readonly type: 'wait' }>;

const KINDS = ['span', 'until', 'condition'] as const;
const OTHERWISE = ['continue', 'end'] as const;
const ONE_DAY: WorkflowSpan = { amount: 1, unit: 'days' };

function kindOf({ until, condition }: Wait): (typeof KINDS)[number] {
  if (condition !== undefined) return 'condition';
  return until === undefined ? 'span' : 'until';
}

/** A wait for a span, until a date, or until a condition holds. */
export function WaitForm({ step, onChange }: { readonly step: Wait; readonly onChange: (step: WorkflowStep) => void }) {
  const { module } = useNamesHere();
  const kind = kindOf(step);
  const { for: span = ONE_DAY, until: _until, condition, otherwise: _otherwise, ...rest } = step;
  const choose = (next: string) => {
    if (next === 'until') onChange({ ...rest, until: '' });
    else onChange(next === 'condition' ? { ...rest, for: span, condition: true } : { ...rest, for: span });
  };
  return (
    <>
      <Choice
        label={t('studioWorkflows.wait.kind')}
        options={KINDS.map((one) => ({ value: one, label: t(`studioWorkflows.wait.${one}`) }))}
        value={kind}
        onChange={choose}
      />
      {kind === 'until' && (
        <PathChoice
          label={t('studioWorkflows.wait.field')}
          accepts={isDay}
          value={step.until ?? ''}
          onChange={(until) => onChange({ ...rest, until })}
        />
      )}
      {kind === 'condition' && (
        <RuleInput
          module={module?.name}
          kind="condition"
          label={t('studioWorkflows.wait.condition')}
          value={condition === true ? undefined : condition}
          onChange={(next) => onChange({ ...step, condition: next ?? true } as Wait)}
        />
      )}
      {kind !== 'until' && (
        <SpanInput
          label={t(kind === 'span' ? 'studioWorkflows.wait.for' : 'studioWorkflows.wait.atMost')}
          value={span}
          onChange={(next) => onChange({ ...step, for: next })}
        />
      )}
      {kind === 'condition' && (
        <Choice
          label={t('studioWorkflows.wait.otherwise')}
          options={OTHERWISE.map((one) => ({ value: one, label: t(`studioWorkflows.wait.otherwiseOptions.${one}`) }))}
          value={step.otherwise ?? 'continue'}
          onChange={(next) => onChange({ ...step, otherwise: next === 'end' ? 'end' : 'continue' })}
        />
      )}
    </>
  );
}
