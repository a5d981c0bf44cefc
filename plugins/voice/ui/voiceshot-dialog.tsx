import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Button, Dialog, FieldError, formatPhone, getErrorMessage, showNotice, useAction, type RecordData } from '#ui';
import type { Recipient } from '../shared/voiceshot-fields.ts';
import { tVoice } from './texts.ts';
import { readAudioAddress, readRecipients, readVoiceshots, sendVoiceshot } from './voice-api.ts';
import './voice.css';

/** Milliseconds of the notice that the calls were requested. */
const NOTICE_MS = 2_000;

interface DialogProps {
  /** Name of the module of the recipients. */
  readonly module: string;
  /** Ids of the recipients. */
  readonly ids: readonly string[];
  /** Default: 'Send Voiceshot'. */
  readonly confirmLabel?: string;
  readonly onClose: () => void;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The recording of a voiceshot. */
function AudioPreview({ path }: { readonly path: string }) {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isCurrent = true;
    readAudioAddress(path).then(
      (url) => isCurrent && setAddress(url),
      (cause: unknown) => isCurrent && setProblem(getErrorMessage(cause)),
    );
    return () => {
      isCurrent = false;
    };
  }, [path]);
  if (problem !== '') return <FieldError>{problem}</FieldError>;
  return address === '' ? null : <audio className="vc-audio" controls src={address} aria-label={tVoice('preview')} />;
}

/** `Voiceshot Campaign`: plays a voiceshot to the phones of the recipients. */
export function VoiceshotDialog({ module, ids, confirmLabel = tVoice('sendVoiceshot'), onClose }: DialogProps) {
  const [voiceshots, setVoiceshots] = useState<readonly RecordData[]>([]);
  const [recipients, setRecipients] = useState<readonly Recipient[]>([]);
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const key = ids.join();
  useEffect(() => {
    let isCurrent = true;
    Promise.all([readVoiceshots(), readRecipients(module, key.split(','))]).then(
      ([shots, people]) => {
        if (!isCurrent) return;
        setVoiceshots(shots);
        setRecipients(people);
      },
      (cause: unknown) => isCurrent && setProblem(getErrorMessage(cause)),
    );
    return () => {
      isCurrent = false;
    };
  }, [module, key]);
  const voiceshot = voiceshots.find(({ _id }) => _id === chosen);
  const hasFile = textOf(voiceshot?.['filename']) !== '';
  const send = () =>
    run(async () => {
      setProblem('');
      await sendVoiceshot(chosen, module, ids);
      showNotice({ kind: 'ok', text: tVoice('success'), duration: NOTICE_MS });
      onClose();
    });
  return (
    <Dialog
      opened
      title={tVoice('campaignTitle')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tVoice('cancel')}</Button>
          <Button variant="primary" disabled={!hasFile} loading={isBusy} onClick={send}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="vc-form">
        <Select
          label={tVoice('voiceshot')}
          placeholder={tVoice('chooseVoiceshot')}
          data={voiceshots.map((one) => ({ value: one._id, label: textOf(one['title']) }))}
          value={chosen || null}
          onChange={(value) => setChosen(value ?? '')}
        />
        {hasFile && <AudioPreview key={chosen} path={textOf(voiceshot?.['path'])} />}
        {recipients.length > 0 && (
          <section aria-label={tVoice('recipients')}>
            <h3 className="vc-heading">{tVoice('recipients')}</h3>
            <ul className="vc-list">
              {recipients.map(({ record, name, phone }) => (
                <li key={record}>{tVoice('recipient', { name, phone: formatPhone(phone) })}</li>
              ))}
            </ul>
          </section>
        )}
        {problem !== '' && <FieldError>{problem}</FieldError>}
      </div>
    </Dialog>
  );
}
