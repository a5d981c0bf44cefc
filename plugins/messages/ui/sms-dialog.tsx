import { Select, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Button, Dialog, FieldError, formatPhone, getErrorMessage, recordName, showNotice, useAction, type SlotProps } from '#ui';
import type { SmsPreview } from '../shared/sms.ts';
import { previewMessage, previewSms, sendSms } from './messages-api.ts';
import { PictureInput } from './pictures.tsx';
import { isSendable, SegmentCounter } from './segment-counter.tsx';
import { formatSendTime, showSmsResult } from './sms-result.ts';
import { tMessages } from './texts.ts';
import { useTemplates } from './use-templates.ts';
import './messages.css';

type SendProps = SlotProps<'record'> & { readonly close: () => void };

/** What the server says of a text message to the record. */
function usePreview(module: string, record: string) {
  const [preview, setPreview] = useState<SmsPreview>();
  const [error, setError] = useState('');
  useEffect(() => {
    let isCurrent = true;
    previewSms({ module, record }).then(
      (read) => isCurrent && setPreview(read),
      (cause: unknown) => isCurrent && setError(getErrorMessage(cause)),
    );
    return () => {
      isCurrent = false;
    };
  }, [module, record]);
  return { preview, error };
}

/** Why nothing can be sent now; '' if it can. */
function explain(preview: SmsPreview | undefined, error: string): string {
  if (error !== '' || preview === undefined) return error;
  if (preview.to === null) return tMessages('noNumber');
  return preview.refusal === null ? '' : tMessages('notSent', { reason: preview.refusal });
}

/** A template of text messages, whose text can be changed before it is sent. */
function TemplateChoice({
  module,
  record,
  onText,
}: {
  readonly module: string;
  readonly record: string;
  readonly onText: (text: string) => void;
}) {
  const templates = useTemplates(module, 'sms');
  const [problem, setProblem] = useState('');
  const choose = async (template: string): Promise<void> => {
    setProblem('');
    try {
      const { text, missing } = await previewMessage(template, module, record);
      if (missing.length > 0) setProblem(tMessages('missing', { names: missing.join(', ') }));
      onText(text);
    } catch (cause) {
      setProblem(getErrorMessage(cause));
    }
  };
  if (templates.length === 0) return null;
  return (
    <Select
      label={tMessages('template')}
      placeholder={tMessages('noTemplate')}
      searchable
      openOnFocus={false}
      error={problem || undefined}
      data={templates}
      onChange={(value) => value !== null && void choose(value)}
    />
  );
}

/** Sends a text message to the number of a record. */
export function SmsDialog({ module, record, close }: SendProps) {
  const [message, setMessage] = useState('');
  const [pictures, setPictures] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState('');
  const { isBusy: isSending, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const { preview, error } = usePreview(module.name, record._id);
  const refusal = explain(preview, error);
  const signature = preview?.signature ?? '';
  const to = preview?.to ?? '';
  const send = () =>
    run(async () => {
      setProblem('');
      const files = pictures.length === 0 ? {} : { attachments: pictures };
      showSmsResult(await sendSms({ to, message, module: module.name, record: record._id, ...files }), showNotice);
      close();
    });
  return (
    <Dialog
      opened
      title={tMessages('sendSmsTitle', { name: recordName(module, record) })}
      subtitle={to === '' ? undefined : formatPhone(to)}
      onCancel={close}
      dirty={message !== '' || pictures.length > 0}
      actions={
        <>
          <Button onClick={close}>{tMessages('cancel')}</Button>
          <Button
            variant="primary"
            disabled={preview === undefined || refusal !== '' || !isSendable(message, signature, pictures)}
            loading={isSending}
            onClick={send}
          >
            {tMessages('sendSms')}
          </Button>
        </>
      }
    >
      <div className="mg-form">
        <TemplateChoice module={module.name} record={record._id} onText={setMessage} />
        <Textarea
          label={tMessages('message')}
          data-autofocus
          autosize
          minRows={4}
          maxRows={12}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        {signature !== '' && <p className="mg-counter">{tMessages('signed', { signature })}</p>}
        <SegmentCounter text={message} signature={signature} />
        <PictureInput onPaths={setPictures} />
        {preview?.isDeferred === true && refusal === '' && (
          <p className="mg-counter">{tMessages('waitsUntil', { time: formatSendTime(preview.sendAfter) })}</p>
        )}
        {(problem || refusal) !== '' && <FieldError>{problem || refusal}</FieldError>}
      </div>
    </Dialog>
  );
}
