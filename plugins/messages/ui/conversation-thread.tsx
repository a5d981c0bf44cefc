import { Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { toText } from '#engine/model';
import {
  Button,
  ErrorState,
  FieldError,
  findModule,
  formatPhone,
  formatRelativeTime,
  getErrorMessage,
  recordRoute,
  showNotice,
  SkeletonRows,
  TextLink,
  useAction,
  callApi,
  useModuleChanges,
  useRecordSearch,
  useShell,
  type RecordData,
} from '#ui';
import { isOneOf, UNSENT_STATUSES } from '../shared/message.ts';
import { UNREAD_STATUS, type Conversation, type SmsPreview } from '../shared/sms.ts';
import { markRead, previewSms, sendSms } from './messages-api.ts';
import { PictureInput, SmsPictures } from './pictures.tsx';
import { isSendable, SegmentCounter } from './segment-counter.tsx';
import { formatSendTime, showSmsResult } from './sms-result.ts';
import { tMessages } from './texts.ts';

const PAGE_SIZE = 50;

/** What a conversation is called: the person, else the number. */
export function nameConversation({ number, person }: Pick<Conversation, 'number' | 'person'>): string {
  return person === null || person.name === '' ? formatPhone(number) : person.name;
}

/** One message, with what can be done about one that waits or did not leave. */
function Bubble({ sms, onChanged }: { readonly sms: RecordData; readonly onChanged: () => void }) {
  const { isBusy, run } = useAction({ onEnd: onChanged });
  const act = (action: 'resend' | 'cancel') => run(() => callApi('POST', `/api/sms/${sms._id}/${action}`));
  const status = toText(sms['status']);
  const isOut = sms['direction'] === 'Outbound';
  const canAct = isOut && toText(sms['send_after']) !== '';
  const waits = status === 'Queued' && Date.parse(toText(sms['send_after'])) > Date.now();
  return (
    <li className="mg-bubble" data-out={isOut || undefined}>
      <SmsPictures sms={sms} />
      {toText(sms['message']) !== '' && <p className="mg-bubble-text">{toText(sms['message'])}</p>}
      <p className="mg-message-note">
        {formatRelativeTime(toText(sms['sent_at']) || toText(sms['createdAt']))}
        {isOut && ` · ${status}`}
        {sms['is_simulated'] === true && ` · ${tMessages('simulated')}`}
        {waits && ` · ${formatSendTime(toText(sms['send_after']))}`}
      </p>
      {toText(sms['failure']) !== '' && <p className="mg-message-failure">{toText(sms['failure'])}</p>}
      {canAct && status === 'Queued' && (
        <Button loading={isBusy} onClick={() => act('cancel')}>
          {tMessages('cancelSending')}
        </Button>
      )}
      {canAct && isOneOf(UNSENT_STATUSES, status) && (
        <Button loading={isBusy} onClick={() => act('resend')}>
          {tMessages('resend')}
        </Button>
      )}
    </li>
  );
}

function Messages({ number, name }: { readonly number: string; readonly name: string }) {
  const [pageSize, setPageSize] = useState(PAGE_SIZE);
  const end = useRef<HTMLLIElement>(null);
  const module = findModule(useShell().data, 'sms');
  const { data, error, refetch } = useRecordSearch(module, {
    searchTerms: { person_number: { equals: number } },
    sortField: 'createdAt',
    sortOrder: 'desc',
    pageSize,
  });
  useModuleChanges('sms', () => void refetch());
  const newest = data?.data[0]?._id;
  const hasUnread = data?.data.some((sms) => sms['status'] === UNREAD_STATUS) === true;
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  useEffect(() => {
    // What could not be marked now is marked with the next message.
    if (hasUnread) markRead(number).catch(() => undefined);
  }, [hasUnread, newest, number]);
  if (error !== null) return <ErrorState title={tMessages('loadFailed')} text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} />;
  return (
    <div className="mg-thread" role="region" aria-label={tMessages('thread', { name })} tabIndex={0}>
      {data.total > data.data.length && <Button onClick={() => setPageSize(pageSize + PAGE_SIZE)}>{tMessages('earlier')}</Button>}
      <ol className="mg-bubbles">
        {[...data.data].reverse().map((sms) => (
          <Bubble key={sms._id} sms={sms} onChanged={() => void refetch()} />
        ))}
        <li ref={end} aria-hidden className="mg-thread-end" />
      </ol>
    </div>
  );
}

/** Whether and how the number can be written to. */
function useSmsPreview(number: string): SmsPreview | undefined {
  const [preview, setPreview] = useState<SmsPreview>();
  useEffect(() => {
    let isCurrent = true;
    previewSms({ to: number }).then(
      (read) => isCurrent && setPreview(read),
      () => isCurrent && setPreview(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [number]);
  return preview;
}

function Reply({ number, name, person }: { readonly number: string; readonly name: string; readonly person: Conversation['person'] }) {
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState('');
  const { isBusy: isSending, run } = useAction({ onError: (error) => setProblem(getErrorMessage(error)) });
  const preview = useSmsPreview(number);
  const signature = preview?.signature ?? '';
  const refusal = preview?.refusal ?? null;
  const send = () =>
    run(async () => {
      setProblem('');
      const about = person === null ? {} : { module: person.module, record: person.id };
      const files = pictures.length === 0 ? {} : { attachments: pictures };
      showSmsResult(await sendSms({ to: number, message: text, ...about, ...files }), showNotice);
      setText('');
      setPictures([]);
      setRound(round + 1);
    });
  if (refusal !== null) return <FieldError>{tMessages('notSent', { reason: refusal })}</FieldError>;
  return (
    <form
      className="mg-reply"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        aria-label={tMessages('replyTo', { name })}
        placeholder={tMessages('replyTo', { name })}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button variant="primary" type="submit" disabled={!isSendable(text, signature, pictures)} loading={isSending}>
        {tMessages('reply')}
      </Button>
      <SegmentCounter text={text} signature={signature} />
      <PictureInput key={round} onPaths={setPictures} />
      {problem !== '' && <FieldError>{problem}</FieldError>}
    </form>
  );
}

interface ThreadProps {
  readonly number: string;
  readonly person: Conversation['person'];
  /** Absent: the list is beside it. */
  readonly onBack: (() => void) | undefined;
}

/** The messages with a number, and the answer. */
export function ConversationThread({ number, person, onBack }: ThreadProps) {
  const name = nameConversation({ number, person });
  return (
    <section className="mg-split-thread" aria-label={name}>
      <header className="mg-thread-head">
        {onBack !== undefined && <Button onClick={onBack}>{tMessages('back')}</Button>}
        <h2 className="ms-section-title">{name}</h2>
        <span className="mg-message-note">{formatPhone(number)}</span>
        {person !== null && person.name !== '' && (
          <TextLink href={recordRoute(person.module, person.id)}>{tMessages('openRecord')}</TextLink>
        )}
      </header>
      <Messages number={number} name={name} />
      <Reply number={number} name={name} person={person} />
    </section>
  );
}
