import { useState } from 'react';
import { Button, Card, FieldError, formatPhone, getErrorMessage, TextLink, useAction } from '#ui';
import { STATE, type ConferenceDetails, type DialerCall, type Participant } from '../shared/dialer.ts';
import { DispositionForm } from './disposition-form.tsx';
import { tVoice } from './texts.ts';
import { runCampaign } from './voice-api.ts';

interface PanelProps {
  readonly campaign: ConferenceDetails;
  readonly onChange: (campaign: ConferenceDetails) => void;
}

const AT_REST: readonly string[] = [STATE.ready, STATE.callerLeft, STATE.complete];

/** What can be done in the state of the campaign: the path of each endpoint with its label. */
function listActions({
  campaign: id,
  state,
  isPaused,
  remainingCalls,
  current,
}: ConferenceDetails): readonly (readonly [string, string])[] {
  const isAtRest = AT_REST.includes(String(state));
  const isOpen = !isAtRest;
  return [
    ...(isAtRest && remainingCalls.length > 0 ? [['request-new-conference', tVoice('connect')] as const] : []),
    ...(current === null ? [] : [[`end-call/${current.callId}`, tVoice('endCall')] as const]),
    ...(isOpen && !isPaused ? [[`pause/${id}`, tVoice('pause')] as const] : []),
    ...(isOpen && isPaused ? [[`resume/${id}`, tVoice('resume')] as const] : []),
    ...(isOpen ? [[`leave/${id}`, tVoice('leave')] as const] : []),
    ...(isOpen || state === Number(STATE.callerLeft) ? [[`end-conference/${id}`, tVoice('stop')] as const] : []),
  ];
}

/** What became of a participant: of their last call, or that they wait. */
function describeParticipant({ phone }: Participant, { calls, remainingCalls }: ConferenceDetails): string {
  if (remainingCalls.some((one) => one.phone === phone)) return tVoice('waiting');
  return calls.findLast((call) => call.phone === phone)?.result ?? tVoice('waiting');
}

function CallCard({
  call,
  isCurrent,
  onChange,
}: {
  readonly call: DialerCall | undefined;
  readonly isCurrent: boolean;
  readonly onChange: PanelProps['onChange'];
}) {
  return (
    <Card title={tVoice(isCurrent ? 'currentCall' : 'lastCall')}>
      {call === undefined && <p className="ms-muted">{tVoice('noCall')}</p>}
      {call !== undefined && (
        <>
          <p className="vc-call">
            <strong>{call.name ?? ''}</strong> {formatPhone(call.phone ?? '')} <span className="ms-muted">{call.result}</span>
          </p>
          {call.said !== undefined && <p>{tVoice('said', { text: call.said })}</p>}
          {(call.connectedAt !== undefined || call.endedAt !== undefined) && (
            <DispositionForm key={call.callId} call={call} onSaved={onChange} />
          )}
        </>
      )}
    </Card>
  );
}

/** One campaign: what it does, its buttons, the current call and the participants. */
export function CampaignPanel({ campaign, onChange }: PanelProps) {
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const act = (path: string) =>
    run(async () => {
      setProblem('');
      onChange(await runCampaign(path, path === 'request-new-conference' ? { campaign: campaign.campaign } : {}));
    });
  return (
    <div className="vc-form">
      <p className="vc-state" role="status">
        <strong>{campaign.stateName}</strong> {tVoice('remaining', { count: campaign.remainingCalls.length })}
      </p>
      {campaign.notice !== null && <p>{campaign.notice}</p>}
      {campaign.isSimulated && <p className="ms-muted">{tVoice('simulated')}</p>}
      {campaign.canRun && (
        <div className="vc-buttons">
          {listActions(campaign).map(([path, label]) => (
            <Button key={path} loading={isBusy} onClick={() => act(path)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {problem !== '' && <FieldError>{problem}</FieldError>}
      <CallCard call={campaign.current ?? campaign.calls.at(-1)} isCurrent={campaign.current !== null} onChange={onChange} />
      <section aria-label={tVoice('participants')}>
        <h2 className="vc-heading">{tVoice('participants')}</h2>
        {campaign.canRun && <TextLink href={`/app/dialerCampaigns/${campaign.campaign}/edit`}>{tVoice('editPeople')}</TextLink>}
        <ul className="vc-list">
          {campaign.participants.map((person, index) => (
            <li key={`${person.phone ?? ''}-${index}`} className="vc-person">
              <span>
                {person.name ?? ''} {formatPhone(person.phone ?? '')}
              </span>
              <span className="ms-muted">{describeParticipant(person, campaign)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
