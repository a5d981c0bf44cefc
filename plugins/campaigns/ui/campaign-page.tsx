import { useState } from 'react';
import { toText } from '#engine/model';
import { Button, Card, ConfirmDialog, EmptyState, isAllowed, showNotice, useAction, useNamesById, useUserId, type SlotProps } from '#ui';
import { ACTIONS, EDITABLE, readChannel, readSteps, type CampaignAction, type CampaignStep } from '../shared/campaign.ts';
import { AudienceCard } from './audience-card.tsx';
import { actOn, sendTest } from './campaigns-api.ts';
import { ResultsCard } from './results-card.tsx';
import { tCampaigns } from './texts.ts';
import './campaigns.css';

const CONFIRMED = { start: ['startTitle', 'startText'], stop: ['stopTitle', 'stopText'] } as const;

interface ActionBarProps {
  readonly campaign: string;
  readonly status: string;
  readonly reload: () => void;
}

/** What can be done with a campaign in its state. */
function ActionBar({ campaign, status, reload }: ActionBarProps) {
  const { isBusy, run } = useAction({ onEnd: reload });
  const [toConfirm, setToConfirm] = useState<'start' | 'stop'>();
  const act = (action: CampaignAction): void => {
    setToConfirm(undefined);
    run(() => actOn(campaign, action));
  };
  const possible = (Object.keys(ACTIONS) as CampaignAction[]).filter((action) => (ACTIONS[action] as readonly string[]).includes(status));
  return (
    <div className="cp-row">
      {possible.map((action) => (
        <Button
          key={action}
          variant={action === 'start' || action === 'resume' ? 'primary' : 'default'}
          loading={isBusy}
          onClick={() => (action === 'start' || action === 'stop' ? setToConfirm(action) : act(action))}
        >
          {tCampaigns(action)}
        </Button>
      ))}
      {toConfirm !== undefined && (
        <ConfirmDialog
          opened
          title={tCampaigns(CONFIRMED[toConfirm][0])}
          text={tCampaigns(CONFIRMED[toConfirm][1])}
          confirmLabel={tCampaigns(toConfirm)}
          danger={toConfirm === 'stop'}
          onConfirm={() => act(toConfirm)}
          onCancel={() => setToConfirm(undefined)}
        />
      )}
    </div>
  );
}

interface StepProps {
  readonly campaign: string;
  readonly place: number;
  readonly step: CampaignStep;
  readonly template: string;
  readonly canTest: boolean;
}

function Step({ campaign, place, step, template, canTest }: StepProps) {
  const { isBusy, run } = useAction({});
  const test = (variant: 'A' | 'B') =>
    run(async () => {
      const { to, status, failure = '' } = await sendTest(campaign, place, variant);
      const isQueued = status === 'Queued';
      const text = isQueued ? tCampaigns('testSent', { to }) : tCampaigns('testNotSent', { reason: failure });
      showNotice({ kind: isQueued ? 'ok' : 'error', text });
    });
  return (
    <li className="cp-step">
      <strong>{tCampaigns(step.days === 0 ? 'atOnce' : 'afterDays', { step: String(place), days: String(step.days) })}</strong>
      <span>{template}</span>
      {step.subjectA !== '' && <span className="cp-note">{tCampaigns('oneSubject', { subject: step.subjectA })}</span>}
      {step.subjectB !== '' && (
        <span className="cp-note">{tCampaigns('twoSubjects', { share: String(step.share), subject: step.subjectB })}</span>
      )}
      {canTest && (
        <div className="cp-row">
          <Button loading={isBusy} onClick={() => test('A')}>
            {tCampaigns('testA')}
          </Button>
          {step.subjectB !== '' && (
            <Button loading={isBusy} onClick={() => test('B')}>
              {tCampaigns('testB')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** A campaign: its state, steps, audience and results. Steps and audience are edited in its form. */
export function CampaignPage({ module, record, reload }: SlotProps<'record'>) {
  const userId = useUserId();
  const steps = readSteps(record['steps']);
  const { nameOf } = useTemplateNames(steps);
  const status = toText(record['status']);
  const canEdit = isAllowed(module, 'edit', record, userId);
  const isSent = readChannel(toText(record['campaign_type'])) !== undefined;
  const isOpen = EDITABLE.includes(status);
  return (
    <div className="cp-page">
      {status === 'Paused' && toText(record['problem']) !== '' && (
        <p role="alert">{tCampaigns('problem', { problem: toText(record['problem']) })}</p>
      )}
      {canEdit && isSent && <ActionBar campaign={record._id} status={status} reload={reload} />}
      <Card title={tCampaigns('steps')}>
        {steps.length === 0 ? (
          <EmptyState compact title={tCampaigns('noSteps')} help={tCampaigns('noStepsHelp')} />
        ) : (
          <ol className="cp-steps">
            {steps.map((step, index) => (
              <Step
                key={index}
                campaign={record._id}
                place={index + 1}
                step={step}
                template={nameOf(step.template)}
                canTest={canEdit && isSent}
              />
            ))}
          </ol>
        )}
      </Card>
      {isOpen && isSent && (
        <Card title={tCampaigns('audience')}>
          {record['audience'] === 'Added' ? (
            <p>{tCampaigns('audienceAdded')}</p>
          ) : (
            <AudienceCard campaign={record._id} version={Number(record['_version'])} />
          )}
        </Card>
      )}
      <Card title={tCampaigns('results')}>
        <ResultsCard campaign={record._id} />
      </Card>
    </div>
  );
}

function useTemplateNames(steps: readonly CampaignStep[]): { readonly nameOf: (id: string) => string } {
  const { names } = useNamesById(
    'templates',
    steps.map(({ template }) => template),
  );
  return { nameOf: (id) => names.get(id) ?? '' };
}
