import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Button, Dialog, FieldError, getErrorMessage, useAction } from '#ui';
import { callSigning, type SigningState } from './esign-api.ts';
import { tSign } from './texts.ts';

interface DialogProps {
  readonly state: SigningState;
  readonly onClose: () => void;
}

interface DeclineProps extends DialogProps {
  readonly onChange: (state: SigningState) => void;
}

/** Declines to sign, with a reason. */
export function DeclineDialog({ state, onClose, onChange }: DeclineProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const decline = () => run(async () => onChange(await callSigning(state, 'decline', { reason: reason.trim() })));
  return (
    <Dialog
      opened
      title={tSign('declineTitle')}
      onCancel={onClose}
      actions={
        <>
          <Button size="phone" onClick={onClose}>
            {tSign('cancel')}
          </Button>
          <Button size="phone" variant="danger" loading={isBusy} disabled={reason.trim() === ''} onClick={decline}>
            {tSign('confirmDecline')}
          </Button>
        </>
      }
    >
      <div className="sg-form">
        <p>{tSign('declineHelp', { sender: state.sender })}</p>
        <Textarea
          size="md"
          label={tSign('reason')}
          required
          autosize
          minRows={3}
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {problem !== '' && <FieldError>{problem}</FieldError>}
      </div>
    </Dialog>
  );
}

/** Forwards the signature to somebody else. */
export function DelegateDialog({ state, onClose, onForwarded }: DialogProps & { readonly onForwarded: () => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const forward = () =>
    run(async () => {
      const note = reason.trim();
      await callSigning<object>(state, 'delegate', { name: name.trim(), email: email.trim(), ...(note === '' ? {} : { reason: note }) });
      onForwarded();
    });
  return (
    <Dialog
      opened
      title={tSign('delegateTitle')}
      onCancel={onClose}
      actions={
        <>
          <Button size="phone" onClick={onClose}>
            {tSign('cancel')}
          </Button>
          <Button size="phone" variant="primary" loading={isBusy} disabled={name.trim() === '' || !email.includes('@')} onClick={forward}>
            {tSign('confirmDelegate')}
          </Button>
        </>
      }
    >
      <div className="sg-form">
        <p>{tSign('delegateHelp')}</p>
        <TextInput size="md" label={tSign('name')} required value={name} onChange={(event) => setName(event.target.value)} />
        <TextInput
          size="md"
          type="email"
          label={tSign('email')}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextInput size="md" label={tSign('note')} value={reason} onChange={(event) => setReason(event.target.value)} />
        {problem !== '' && <FieldError>{problem}</FieldError>}
      </div>
    </Dialog>
  );
}

/** The text that the recipient agreed to. */
export function ConsentDialog({ state, onClose }: DialogProps) {
  return (
    <Dialog opened title={tSign('consentTitle')} onCancel={onClose} actions={<Button onClick={onClose}>{tSign('close')}</Button>}>
      <div className="sg-form">
        <p className="sg-text">{state.consent.text}</p>
        <p className="ms-muted">{tSign('consentVersion', { version: state.consent.version })}</p>
      </div>
    </Dialog>
  );
}
