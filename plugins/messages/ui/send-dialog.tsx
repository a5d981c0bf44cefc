import { Select, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Button, Dialog, FieldError, getErrorMessage, recordName, showNotice, useAction, type SlotProps } from '#ui';
import type { TemplatePreview } from '../shared/message.ts';
import { previewMessage, readSenders, sendTemplate, sendText, type SenderChoice } from './messages-api.ts';
import { PreviewContent } from './preview-content.tsx';
import { tMessages } from './texts.ts';
import { useTemplates } from './use-templates.ts';
import './messages.css';

type SendProps = SlotProps<'record'> & { readonly close: () => void };

/** The preview of the chosen template, read again with each choice. */
function usePreview(template: string, module: string, record: string) {
  const [preview, setPreview] = useState<TemplatePreview>();
  const [error, setError] = useState('');
  useEffect(() => {
    let isCurrent = true;
    setPreview(undefined);
    setError('');
    previewMessage(template, module, record).then(
      (read) => isCurrent && setPreview(read),
      (cause: unknown) => isCurrent && setError(getErrorMessage(cause)),
    );
    return () => {
      isCurrent = false;
    };
  }, [template, module, record]);
  return { preview, error };
}

/** The senders of the user, of which the first one is chosen ('': the mail server of the product). */
function useSender() {
  const [choices, setChoices] = useState<readonly SenderChoice[]>([]);
  const [account, setAccount] = useState('');
  useEffect(() => {
    let isCurrent = true;
    readSenders().then(
      (read) => {
        if (!isCurrent) return;
        setChoices(read);
        setAccount(read[0]?.account ?? '');
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return { choices, account, setAccount };
}

function SenderSelect({ choices, account, setAccount }: ReturnType<typeof useSender>) {
  // Without a choice there is nothing to say: messages come from the product.
  if (choices.every((one) => one.account === null)) return null;
  return (
    <Select
      label={tMessages('from')}
      allowDeselect={false}
      data={choices.map((one) => ({ value: one.account ?? '', label: one.address || tMessages('fromProduct') }))}
      value={account}
      onChange={(value) => setAccount(value ?? '')}
    />
  );
}

/** Why nothing can be sent now; '' if it can. */
function explain(preview: TemplatePreview | undefined, error: string): string {
  if (error !== '') return error;
  if (preview === undefined) return '';
  if (preview.to === null) return tMessages('noAddress');
  if (preview.missing.length > 0) return tMessages('missing', { names: preview.missing.join(', ') });
  return preview.refusal === null ? '' : tMessages('notSent', { reason: preview.refusal });
}

/** Sends an e-mail to the address of a record: a template, or a text of one's own. */
export function SendDialog({ module, record, close }: SendProps) {
  const templates = useTemplates(module.name, 'email');
  const [template, setTemplate] = useState('');
  const [subject, setSubject] = useState('');
  const [message, setMessage] = useState('');
  const [problem, setProblem] = useState('');
  const { isBusy: isSending, run } = useAction({ onError: (error) => setProblem(getErrorMessage(error)) });
  const { preview, error } = usePreview(template, module.name, record._id);
  const sender = useSender();
  const reason = problem === '' ? explain(preview, error) : problem;
  const isReady =
    preview !== undefined && explain(preview, error) === '' && (template !== '' || (subject.trim() !== '' && message.trim() !== ''));
  const send = () =>
    run(async () => {
      setProblem('');
      const mail = { to: preview?.to ?? '', subject, message };
      const target = { module: module.name, record: record._id, account: sender.account };
      const sent = template === '' ? await sendText(mail, target) : await sendTemplate(template, target);
      const isQueued = sent.status !== 'Not Sent';
      showNotice({
        kind: isQueued ? 'ok' : 'error',
        text: isQueued ? tMessages('queued') : tMessages('notSent', { reason: sent.failure ?? '' }),
      });
      close();
    });
  return (
    <Dialog
      opened
      title={tMessages('sendTitle', { name: recordName(module, record) })}
      subtitle={preview?.to ?? undefined}
      onCancel={close}
      dirty={subject !== '' || message !== ''}
      actions={
        <>
          <Button onClick={close}>{tMessages('cancel')}</Button>
          <Button variant="primary" disabled={!isReady} loading={isSending} onClick={send}>
            {tMessages('send')}
          </Button>
        </>
      }
    >
      <div className="mg-form">
        <SenderSelect {...sender} />
        <Select
          label={tMessages('template')}
          placeholder={tMessages('noTemplate')}
          searchable
          clearable
          openOnFocus={false}
          data={templates}
          value={template === '' ? null : template}
          onChange={(value) => setTemplate(value ?? '')}
        />
        {template === '' && (
          <>
            <TextInput label={tMessages('subject')} maxLength={500} value={subject} onChange={(event) => setSubject(event.target.value)} />
            <Textarea
              label={tMessages('message')}
              autosize
              minRows={6}
              maxRows={14}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </>
        )}
        {template !== '' && preview !== undefined && <PreviewContent preview={preview} />}
        {reason !== '' && <FieldError>{reason}</FieldError>}
      </div>
    </Dialog>
  );
}
