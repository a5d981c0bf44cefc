import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toText } from '#engine/model';
import { Button, EmptyState, ErrorState, getErrorMessage, showNotice, SkeletonRows, useAction, type RecordData } from '#ui';
import type { MailLine, MailThread } from '../shared/mailbox.ts';
import { markRead, moveMessage, readThread } from './mailbox-api.ts';
import { MessageView } from './message-view.tsx';
import { ReplyForm } from './reply-form.tsx';
import { tMailbox } from './texts.ts';

interface PaneProps {
  readonly line: MailLine | undefined;
  readonly folders: readonly RecordData[];
  readonly onBack: () => void;
  readonly onChanged: () => void;
}

function useThread(message: string | undefined) {
  const [thread, setThread] = useState<MailThread>();
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setThread(undefined);
    setError('');
    if (message !== undefined)
      readThread(message).then(
        (read) => isCurrent && setThread(read),
        (cause: unknown) => isCurrent && setError(getErrorMessage(cause)),
      );
    return () => {
      isCurrent = false;
    };
  }, [message, attempt]);
  return { thread, error, reload: () => setAttempt(attempt + 1) };
}

/** The chosen message with its conversation, and what can be done with it. */
export function ThreadPane({ line, folders, onBack, onChanged }: PaneProps) {
  const { thread, error, reload } = useThread(line?.message);
  const { isBusy, run } = useAction({ onEnd: onChanged });
  if (line === undefined) return <EmptyState title={tMailbox('choose')} help={tMailbox('chooseHelp')} />;
  const last = thread?.messages.at(-1);
  const mailbox = toText(folders.find(({ _id }) => _id === line.folder)?.['mail_account']);
  const move = (to: string | null): void => {
    if (to === null || to === line.folder) return;
    void run(async () => {
      await moveMessage(line.message, to);
      showNotice({ kind: 'ok', text: tMailbox('moved') });
      onBack();
    });
  };
  return (
    <section className="mb-thread" aria-label={line.subject}>
      <div className="mb-actions">
        <Button onClick={onBack}>{tMailbox('back')}</Button>
        <Button
          loading={isBusy}
          onClick={() =>
            void run(async () => {
              await markRead([line._id], false);
              onBack();
            })
          }
        >
          {tMailbox('markUnread')}
        </Button>
        <Select
          aria-label={tMailbox('moveTo')}
          placeholder={tMailbox('moveTo')}
          data={folders.map(({ _id, name }) => ({ value: _id, label: toText(name) }))}
          value={null}
          onChange={move}
        />
      </div>
      <h2 className="mb-subject">{line.subject}</h2>
      {error !== '' && <ErrorState title={tMailbox('loadFailed')} text={error} onRetry={reload} />}
      {error === '' && thread === undefined && <SkeletonRows rows={4} />}
      {thread?.messages.map((message) => (
        <MessageView key={message._id} message={message} />
      ))}
      {last !== undefined && <ReplyForm key={last._id} message={last} mailbox={mailbox} onSent={reload} />}
    </section>
  );
}
