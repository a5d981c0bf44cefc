import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Button, FieldError, getErrorMessage, showNotice, useAction } from '#ui';
import { DISPOSITIONS, type ConferenceDetails, type DialerCall } from '../shared/dialer.ts';
import { tVoice } from './texts.ts';
import { runCampaign } from './voice-api.ts';

interface FormProps {
  readonly call: DialerCall;
  readonly onSaved: (campaign: ConferenceDetails) => void;
}

/** What came of a call. */
export function DispositionForm({ call, onSaved }: FormProps) {
  const [disposition, setDisposition] = useState(call.disposition ?? '');
  const [note, setNote] = useState(call.note ?? '');
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const save = () =>
    run(async () => {
      setProblem('');
      onSaved(await runCampaign(`save-disposition/${call.callId}`, { disposition, note }));
      showNotice({ kind: 'ok', text: tVoice('saved') });
    });
  return (
    <div className="vc-form">
      <Select
        label={tVoice('disposition')}
        data={[...DISPOSITIONS]}
        value={disposition || null}
        onChange={(value) => setDisposition(value ?? '')}
      />
      <Textarea label={tVoice('note')} autosize minRows={2} value={note} onChange={(event) => setNote(event.target.value)} />
      {problem !== '' && <FieldError>{problem}</FieldError>}
      <Button disabled={disposition === ''} loading={isBusy} onClick={save}>
        {tVoice('save')}
      </Button>
    </div>
  );
}
