import { Plus } from 'lucide-react';
import type { WorkflowAlert } from '#engine/model/definitions';
import { Button, t } from '../../../../kit/index.ts';
import { selectPart, useBuilder, useNamesHere } from '../builder-context.ts';
import { newId } from '../model/edit-steps.ts';
import { describeAlert } from '../model/describe-steps.ts';
import { newAlert } from '../model/new-parts.ts';
import { AlertForm } from './alert-form.tsx';
import { PartCard } from './part-card.tsx';
import { ALERT_LOOKS } from './part-icons.ts';

/** The messages that the workflow sends before or after its steps. */
export function AlertsPart() {
  const { workflow, change, problemsAt, open, focusAfterRender, announce } = useBuilder();
  const names = useNamesHere();
  const alerts = workflow.alerts ?? [];
  const set = (next: readonly WorkflowAlert[]) => change({ ...workflow, alerts: [...next] });
  const add = (alert: WorkflowAlert, at: number) => {
    set([...alerts.slice(0, at), alert, ...alerts.slice(at)]);
    open(alert.id);
    focusAfterRender(selectPart(alert.id));
  };
  const move = (alert: WorkflowAlert, to: number) => {
    const others = alerts.filter((one) => one !== alert);
    set([...others.slice(0, to), alert, ...others.slice(to)]);
    focusAfterRender(selectPart(alert.id));
    announce(t('studioWorkflows.part.moved', { number: to + 1 }));
  };
  return (
    <>
      {alerts.length > 0 && (
        <ol className="sw-list" aria-label={t('studioWorkflows.alert.list')}>
          {alerts.map((alert, index) => (
            <li key={alert.id}>
              <PartCard
                id={alert.id}
                {...ALERT_LOOKS[alert.alertType]}
                sentence={describeAlert(alert, names)}
                problems={problemsAt(`/alerts/${index}`)}
                form={<AlertForm alert={alert} onChange={(next) => set(alerts.map((one) => (one === alert ? next : one)))} />}
                onCopy={() => add({ ...alert, id: newId('alert') }, index + 1)}
                onRemove={() => {
                  open(undefined);
                  set(alerts.filter((one) => one !== alert));
                }}
                moves={{
                  up: index === 0 ? undefined : () => move(alert, index - 1),
                  down: index === alerts.length - 1 ? undefined : () => move(alert, index + 1),
                }}
              />
            </li>
          ))}
        </ol>
      )}
      <Button variant="quiet" size="sm" icon={Plus} className="sw-add" onClick={() => add(newAlert(), alerts.length)}>
        {t('studioWorkflows.alert.add')}
      </Button>
    </>
  );
}
