import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Button, FieldError, getErrorMessage, showNotice, useAction } from '#ui';
import {
  cancelApproval,
  createApprovedAccount,
  requestApproval,
  submitCode,
  type AccountSettings,
  type MailProvider,
} from './mailbox-api.ts';
import { tMailbox } from './texts.ts';

interface ApprovalProps {
  readonly settings: AccountSettings;
  readonly provider: MailProvider;
  /** The account was connected, or its approval cancelled. */
  readonly onEnd: () => void;
}

/** Connects an account without a password: its user approves it on the page of the provider, and brings a code from there. */
export function ApprovalPart({ settings, provider, onEnd }: ApprovalProps) {
  const [begun, setBegun] = useState<{ readonly account: string; readonly url: string }>();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const { isBusy, run } = useAction({ onError: (error) => setProblem(getErrorMessage(error)) });
  const name = provider.name ?? '';
  const begin = (): void =>
    run(async () => {
      setProblem('');
      const account = begun?.account ?? (await createApprovedAccount(settings, provider));
      setBegun({ account, url: await requestApproval(account) });
    });
  const cancel = (account: string): void =>
    run(async () => {
      setProblem('');
      await cancelApproval(account);
      showNotice({ kind: 'ok', text: tMailbox('approvalCancelled') });
      onEnd();
    });
  const submit = (account: string): void =>
    run(async () => {
      setProblem('');
      await submitCode(account, code);
      showNotice({ kind: 'ok', text: tMailbox('saved') });
      onEnd();
    });
  return (
    <section className="mb-approval" aria-label={tMailbox('connectWith', { name })}>
      {begun === undefined ? (
        <Button disabled={settings.address.trim() === ''} loading={isBusy} onClick={begin}>
          {tMailbox('connectWith', { name })}
        </Button>
      ) : (
        <>
          <p>{tMailbox('approveHelp', { name })}</p>
          <a href={begun.url} target="_blank" rel="noreferrer">
            {tMailbox('openProvider', { name })}
          </a>
          <TextInput
            label={tMailbox('code')}
            autoComplete="off"
            maxLength={2_000}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button variant="primary" disabled={code.trim() === ''} loading={isBusy} onClick={() => submit(begun.account)}>
            {tMailbox('submitCode')}
          </Button>
          <Button loading={isBusy} onClick={() => cancel(begun.account)}>
            {tMailbox('cancelApproval')}
          </Button>
        </>
      )}
      {problem !== '' && <FieldError>{problem}</FieldError>}
      <p className="mb-note">{tMailbox('or')}</p>
    </section>
  );
}
