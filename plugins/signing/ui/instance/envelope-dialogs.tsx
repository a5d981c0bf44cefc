import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Button, Dialog, FieldError, getErrorMessage, showNotice, useAction } from '#ui';
import { cancelDocument, openInPerson, sendCopies, type Recipient } from './instance-api.ts';
import { tEnvelope } from './texts.ts';

interface DialogProps {
  /** Id of the document to sign. */
  readonly id: string;
  readonly onClose: () => void;
}

/** Cancels a document, with a reason. */
export function CancelDialog({ id, onClose, onDone }: DialogProps & { readonly onDone: () => void }) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const cancel = () =>
    run(async () => {
      await cancelDocument(id, reason.trim());
      showNotice({ kind: 'ok', text: tEnvelope('canceled') });
      onDone();
    });
  return (
    <Dialog
      opened
      size="confirm"
      title={tEnvelope('cancelTitle')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tEnvelope('back')}</Button>
          <Button variant="danger" loading={isBusy} disabled={reason.trim() === ''} onClick={cancel}>
            {tEnvelope('cancelDocument')}
          </Button>
        </>
      }
    >
      <p>{tEnvelope('cancelText')}</p>
      <Textarea
        label={tEnvelope('reason')}
        required
        autosize
        minRows={2}
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {problem !== '' && <FieldError>{problem}</FieldError>}
    </Dialog>
  );
}

/** Opens the signing area on this device for a recipient who is here. */
export function InPersonDialog({ id, recipient, onClose }: DialogProps & { readonly recipient: Recipient }) {
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const open = () => run(async () => globalThis.location.assign(await openInPerson(id, recipient.recipientId)));
  return (
    <Dialog
      opened
      size="confirm"
      title={tEnvelope('inPersonTitle')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tEnvelope('back')}</Button>
          <Button variant="primary" loading={isBusy} onClick={open}>
            {tEnvelope('openArea')}
          </Button>
        </>
      }
    >
      <p>{tEnvelope('inPersonText', { name: recipient.name ?? recipient.recipientType })}</p>
      {problem !== '' && <FieldError>{problem}</FieldError>}
    </Dialog>
  );
}

const TYPES = [
  { type: 'signer', label: 'toSigners' },
  { type: 'approver', label: 'toApprovers' },
] as const;

/** Sends copies of a document to its recipients. */
export function CopiesDialog({ id, recipients, onClose }: DialogProps & { readonly recipients: readonly Recipient[] }) {
  const [types, setTypes] = useState<readonly string[]>(TYPES.map(({ type }) => type));
  const [sendToAll, setToAll] = useState(false);
  const [signerMessage, setSignerMessage] = useState('');
  const [approverMessage, setApproverMessage] = useState('');
  const [overrides, setOverrides] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const send = () =>
    run(async () => {
      setProblem('');
      const emailOverrides = Object.fromEntries(Object.entries(overrides).filter(([, email]) => email.trim() !== ''));
      const count = await sendCopies(id, { typesToSend: types, sendToAll, signerMessage, approverMessage, emailOverrides });
      showNotice({ kind: 'ok', text: tEnvelope('sent', { count }) });
      onClose();
    });
  return (
    <Dialog
      opened
      title={tEnvelope('sendTitle')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{tEnvelope('back')}</Button>
          <Button variant="primary" loading={isBusy} disabled={!sendToAll && types.length === 0} onClick={send}>
            {tEnvelope('send')}
          </Button>
        </>
      }
    >
      <div className="sg-form">
        {TYPES.map(({ type, label }) => (
          <Checkbox
            key={type}
            label={tEnvelope(label)}
            disabled={sendToAll}
            checked={sendToAll || types.includes(type)}
            onChange={(event) => setTypes(event.currentTarget.checked ? [...types, type] : types.filter((one) => one !== type))}
          />
        ))}
        <Checkbox label={tEnvelope('toAll')} checked={sendToAll} onChange={(event) => setToAll(event.currentTarget.checked)} />
        <Textarea
          label={tEnvelope('signerMessage')}
          autosize
          value={signerMessage}
          onChange={(event) => setSignerMessage(event.target.value)}
        />
        <Textarea
          label={tEnvelope('approverMessage')}
          autosize
          value={approverMessage}
          onChange={(event) => setApproverMessage(event.target.value)}
        />
        {recipients.map(({ recipientId, name, email = '', recipientType }) => (
          <TextInput
            key={recipientId}
            type="email"
            label={tEnvelope('override', { name: name ?? recipientType })}
            placeholder={email}
            value={overrides[recipientId] ?? ''}
            onChange={(event) => setOverrides({ ...overrides, [recipientId]: event.target.value })}
          />
        ))}
        {problem !== '' && <FieldError>{problem}</FieldError>}
      </div>
    </Dialog>
  );
}
