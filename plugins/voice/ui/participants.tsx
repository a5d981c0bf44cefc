import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Button, FieldError, formatPhone, getErrorMessage, TextLink, useAction } from '#ui';
import type { ConferenceDetails, Participant } from '../shared/dialer.ts';
import { tVoice } from './texts.ts';
import { runCampaign } from './voice-api.ts';

interface PeopleProps {
  readonly campaign: ConferenceDetails;
  readonly onChange: (campaign: ConferenceDetails) => void;
}

/** What became of a participant: of their last call, or that they wait. */
function describeParticipant({ phone }: Participant, { calls, remainingCalls }: ConferenceDetails): string {
  if (remainingCalls.some((one) => one.phone === phone)) return tVoice('waiting');
  return calls.findLast((call) => call.phone === phone)?.result ?? tVoice('waiting');
}

function AddForm({ campaign, onChange }: PeopleProps) {
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const add = () =>
    run(async () => {
      setProblem('');
      const person = { campaign: campaign.campaign, phone, ...(name.trim() === '' ? {} : { name: name.trim() }) };
      onChange(await runCampaign('add-participant', person));
      setName('');
      setPhone('');
    });
  return (
    <form
      className="vc-add"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextInput label={tVoice('name')} value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      <TextInput label={tVoice('phone')} type="tel" value={phone} maxLength={60} onChange={(event) => setPhone(event.target.value)} />
      <Button type="submit" disabled={phone.trim() === ''} loading={isBusy}>
        {tVoice('add')}
      </Button>
      {problem !== '' && <FieldError>{problem}</FieldError>}
    </form>
  );
}

/** The people of a campaign: each can be removed unless they are on the line, and others added by their number. */
export function Participants({ campaign, onChange }: PeopleProps) {
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const remove = (phone: string) =>
    run(async () => {
      setProblem('');
      onChange(await runCampaign('remove-participant', { campaign: campaign.campaign, phone }));
    });
  return (
    <section aria-label={tVoice('participants')}>
      <h2 className="vc-heading">{tVoice('participants')}</h2>
      {campaign.canRun && <AddForm campaign={campaign} onChange={onChange} />}
      {campaign.canRun && <TextLink href={`/app/dialerCampaigns/${campaign.campaign}/edit`}>{tVoice('editPeople')}</TextLink>}
      {problem !== '' && <FieldError>{problem}</FieldError>}
      <ul className="vc-list">
        {campaign.participants.map((person, index) => (
          <li key={`${person.phone ?? ''}-${index}`} className="vc-person">
            <span>
              {person.name ?? ''} {formatPhone(person.phone ?? '')}
            </span>
            <span className="ms-muted">{describeParticipant(person, campaign)}</span>
            {campaign.canRun && campaign.current?.phone !== person.phone && (
              <Button
                loading={isBusy}
                aria-label={tVoice('removePerson', { name: person.name ?? formatPhone(person.phone ?? '') })}
                onClick={() => remove(person.phone ?? '')}
              >
                {tVoice('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
