import { useMutation } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { testWorkflow, type ApiError, type WorkflowTest } from '../../../../client/index.ts';
import { Button, Card, ErrorState, t } from '../../../../kit/index.ts';
import { RecordChoice } from '../inputs/people-input.tsx';
import { RunStep } from '../runs/run-step.tsx';
import type { TrialProps } from './trial-props.ts';

/** All steps on one record, one after the other; nothing is saved. */
export function RecordTrial({ workflow, names, changeSet }: TrialProps) {
  const [record, setRecord] = useState('');
  const test = useMutation<WorkflowTest, ApiError>({
    mutationFn: () => testWorkflow(workflow.id, { module: workflow.module, record, changeSet }),
  });
  const { data, error, isPending } = test;
  return (
    <Card title={t('studioWorkflows.trial.record.title')}>
      <p className="ms-muted">{t('studioWorkflows.trial.record.help')}</p>
      <div className="sw-trial-inputs">
        <RecordChoice
          module={workflow.module}
          label={t('studioWorkflows.trial.record.choose')}
          isLabelShown
          id={record}
          onChange={(next) => {
            setRecord(next);
            test.reset();
          }}
        />
        <Button icon={FlaskConical} loading={isPending} disabled={record === ''} onClick={() => test.mutate()}>
          {t('studioWorkflows.trial.record.run')}
        </Button>
      </div>
      {error !== null && <ErrorState compact text={error.message} code={error.code} onRetry={() => test.mutate()} />}
      {data !== undefined && (
        <div role="status">
          <p>{t(data.holds ? 'studioWorkflows.trial.record.holds' : 'studioWorkflows.trial.record.holdsNot')}</p>
          <ol className="sw-run-steps">
            {data.steps.map((step) => (
              <li key={step.path}>
                <RunStep step={step} workflow={workflow} names={names} />
              </li>
            ))}
          </ol>
          {data.steps.length === 0 && <p>{t('studioWorkflows.trial.record.noSteps')}</p>}
          {data.status === 'succeeded' && data.steps.length > 0 && <p>{t('studioWorkflows.trial.record.succeeded')}</p>}
          {data.error !== null && <p className="sf-problem">{data.error.text}</p>}
        </div>
      )}
    </Card>
  );
}
