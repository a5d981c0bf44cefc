import { Select, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Button, FieldError, getErrorMessage, showNotice } from '#ui';
import type { ThreadMessage } from '../shared/mailbox.ts';
import { readSenders, sendReply, type SenderChoice } from './mailbox-api.ts';
import { tMailbox } from './texts.ts';

/** The senders of the user; chosen is the account of the mailbox if it can send, else the first one ('': the product). */
function useSender(mailbox: string) {
  const [choices, setChoices] = useState<readonly SenderChoice[]>([]);
  const [account, setAccount] = useState('');
  useEffect(() => {
    let isCurrent = true;
    readSenders().then(
      (read) => {
        if (!isCurrent) return;
        setChoices(read);
        setAccount((read.find((one) => one.account === mailbox) ?? read[0])?.account ?? '');
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [mailbox]);
  return { choices, account, setAccount };
}

interface ReplyProps {
  readonly message: ThreadMessage;
  /** Id of the mail account in whose mailbox the conversation is; '': none. */
  readonly mailbox: string;
  readonly onSent: () => void;
}

/** The reply to the last message of a conversation. */
export function ReplyForm({ message, mailbox, onSent }: ReplyProps) {
  const { choices, account, setAccount } = useSender(mailbox);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      const { status, failure } = await sendReply(message, text, account);
      if (status === 'Not Sent') return setProblem(tMailbox('notSent', { reason: failure ?? '' }));
      showNotice({ kind: 'ok', text: tMailbox('sent') });
      setText('');
      onSent();
    } catch (cause) {
      setProblem(getErrorMessage(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="mb-reply">
      {choices.some((one) => one.account !== null) && (
        <Select
          label={tMailbox('from')}
          allowDeselect={false}
          data={choices.map((one) => ({ value: one.account ?? '', label: one.address || tMailbox('fromProduct') }))}
          value={account}
          onChange={(value) => setAccount(value ?? '')}
        />
      )}
      <Textarea
        label={tMailbox('replyTo', { name: message.direction === 'Outbound' ? (message.to[0] ?? '') : message.sender })}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problem !== '' && <FieldError>{problem}</FieldError>}
      <Button variant="primary" disabled={text.trim() === ''} loading={isBusy} onClick={() => void send()}>
        {tMailbox('sendReply')}
      </Button>
    </section>
  );
}
