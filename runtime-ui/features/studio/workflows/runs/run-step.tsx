import type { WorkflowDefinition } from '#engine/model/definitions';
import type { WorkflowRunStep } from '../../../../client/index.ts';
import { StatusPill, t } from '../../../../kit/index.ts';
import { describeStep } from '../model/describe-steps.ts';
import { findStep } from '../model/edit-steps.ts';
import type { WorkflowNames } from '../model/workflow-names.ts';
import { Sentence } from '../parts/sentence.tsx';
import { ApprovalOutcome } from './approval-outcome.tsx';

interface RunStepProps {
  readonly step: WorkflowRunStep;
  readonly workflow: WorkflowDefinition;
  readonly names: WorkflowNames;
}

/** One step of a run or of a test, with its sentence of today. */
export function RunStep({ step, workflow, names }: RunStepProps) {
  // The steps of today: one of the run may be gone.
  const found = findStep(workflow.actions ?? [], step.path.split('/').at(-1) ?? '');
  const alert = (workflow.alerts ?? []).find(({ id }) => id === step.path);
  return (
    <>
      <StatusPill
        hue={step.status === 'failed' ? 'red' : step.status === 'done' ? 'green' : 'amber'}
        label={t(`studioWorkflows.runs.step.${step.status}`)}
      />{' '}
      {found === undefined ? (alert?.name ?? t('studioWorkflows.runs.removedStep')) : <Sentence text={describeStep(found, names)} />}{' '}
      <span className="ms-muted ms-tabular">{t('studioWorkflows.runs.milliseconds', { count: step.milliseconds })}</span>
      {step.error !== undefined && <p className="sf-problem">{step.error.text}</p>}
      {step.type === 'approval' && <ApprovalOutcome result={step.result} />}
    </>
  );
}
