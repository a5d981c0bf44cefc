import { useState } from 'react';
import { Button, Card, FieldError, formatPhone, getErrorMessage, recordRoute, TextLink, useAction } from '#ui';
import { STATE, type ConferenceDetails, type DialerCall } from '../shared/dialer.ts';
import { DispositionForm } from './disposition-form.tsx';
import { Participants } from './participants.tsx';
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
          {call.recording !== undefined && <TextLink href={recordRoute('recordings', call.recording)}>{tVoice('recording')}</TextLink>}
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
      <Participants campaign={campaign} onChange={onChange} />
    </div>
  );
}
