import { Checkbox, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Button, FieldError, getErrorMessage, useAction } from '#ui';
import { callSigning, type SigningState } from './esign-api.ts';
import { DeclineDialog } from './sign-dialogs.tsx';
import { tSign } from './texts.ts';

interface StepProps {
  readonly state: SigningState;
  readonly onChange: (state: SigningState) => void;
}

/** The title of the document and who sent it. */
function Heading({ state }: Pick<StepProps, 'state'>) {
  return (
    <>
      <h1>{state.title}</h1>
      <p className="ms-muted">{tSign(state.inPerson ? 'inPerson' : 'from', { sender: state.sender })}</p>
    </>
  );
}

/** The code that proves who opened the link. */
export function CodeStep({ state, onChange }: StepProps) {
  const [code, setCode] = useState('');
  const [sentTo, setSentTo] = useState('');
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const { channel = 'email', hint = '' } = state.second_factor ?? {};
  const send = () =>
    run(async () => {
      setProblem('');
      const sent = await callSigning<{ readonly hint: string }>(state, 'sendCode');
      setSentTo(sent.hint);
    });
  const check = (event: FormEvent): void => {
    event.preventDefault();
    run(async () => {
      setProblem('');
      onChange(await callSigning(state, 'checkCode', { code: code.trim() }));
    });
  };
  return (
    <form className="sg-form" onSubmit={check}>
      <Heading state={state} />
      <h2 className="sg-step">{tSign('codeTitle')}</h2>
      <p>{tSign(channel === 'sms' ? 'codeBySms' : 'codeByEmail', { hint })}</p>
      <Button size="phone" variant={sentTo === '' ? 'primary' : 'default'} loading={isBusy && sentTo === ''} onClick={send}>
        {tSign(sentTo === '' ? 'sendCode' : 'sendAgain')}
      </Button>
      <p role="status">{sentTo !== '' && tSign('codeSent', { hint: sentTo })}</p>
      {sentTo !== '' && (
        <>
          <TextInput
            size="md"
            label={tSign('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
          <Button type="submit" size="phone" variant="primary" loading={isBusy} disabled={code.length !== 6}>
            {tSign('checkCode')}
          </Button>
        </>
      )}
      <div role="alert">{problem !== '' && <FieldError>{problem}</FieldError>}</div>
    </form>
  );
}

/** The consent to sign on screen (ESIGN 7001(c)), before anything of the document is shown. */
export function ConsentStep({ state, onChange }: StepProps) {
  const [isAgreed, setAgreed] = useState(false);
  const [isDeclining, setDeclining] = useState(false);
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (cause) => setProblem(getErrorMessage(cause)) });
  const goOn = (event: FormEvent): void => {
    event.preventDefault();
    run(async () => {
      setProblem('');
      onChange(await callSigning(state, 'consent', { version: state.consent.version }));
    });
  };
  return (
    <form className="sg-form" onSubmit={goOn}>
      <Heading state={state} />
      <h2 className="sg-step">{tSign('consentTitle')}</h2>
      <div className="sg-consent" tabIndex={0} role="region" aria-label={tSign('consentTitle')}>
        {state.consent.text}
      </div>
      <p className="ms-muted">{tSign('consentVersion', { version: state.consent.version })}</p>
      <Checkbox size="md" label={tSign('agree')} checked={isAgreed} onChange={(event) => setAgreed(event.currentTarget.checked)} />
      <div role="alert">{problem !== '' && <FieldError>{problem}</FieldError>}</div>
      <Button type="submit" size="phone" variant="primary" loading={isBusy} disabled={!isAgreed}>
        {tSign('goOn')}
      </Button>
      {state.tokens.decline !== undefined && (
        <Button size="phone" variant="danger-quiet" onClick={() => setDeclining(true)}>
          {tSign('decline')}
        </Button>
      )}
      {isDeclining && <DeclineDialog state={state} onClose={() => setDeclining(false)} onChange={onChange} />}
    </form>
  );
}
