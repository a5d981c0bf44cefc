import { useEffect, useLayoutEffect, useRef } from 'react';
import { Button, EmptyState, ErrorState, formatFullDay, formatTime, localDay, SafeText, SkeletonRows } from '#ui';
import type { MessageView } from '../shared/chat.ts';
import { showOnScreen } from './announce-message.ts';
import { tChat } from './texts.ts';
import { useMessages } from './use-messages.ts';

/** This near to the end the list stays at its end when a message is added. */
const NEAR = 80;

function Message({ message, isGroup, isLast }: { readonly message: MessageView; readonly isGroup: boolean; readonly isLast: boolean }) {
  const { isOwn, by, readBy } = message;
  const author = by === null ? tChat('product') : by.name || tChat('someone');
  const name = isOwn ? tChat('you') : author;
  const seen = isGroup ? tChat('readBy', { names: readBy.map((one) => one.name || tChat('someone')).join(', ') }) : tChat('read');
  return (
    <li className={isOwn ? 'ct-message ct-own' : 'ct-message'}>
      <span className="ct-message-head">
        <strong>{name}</strong>{' '}
        <time dateTime={message.at}>
          {formatTime(message.at)}
          {message.isEdited && ` (${tChat('edited')})`}
        </time>
      </span>
      <div className="ct-bubble">
        <SafeText text={message.text} />
      </div>
      {isOwn && isLast && readBy.length > 0 && <span className="ct-seen">{seen}</span>}
    </li>
  );
}

/** The messages, with the day above the first one of each. */
function MessageRows({ data, isGroup }: { readonly data: readonly MessageView[]; readonly isGroup: boolean }) {
  const days = data.map(({ at }) => localDay(new Date(at)));
  return data.flatMap((message, at) => {
    const day = days[at] ?? '';
    const row = <Message key={message._id} message={message} isGroup={isGroup} isLast={at === data.length - 1} />;
    if (days[at - 1] === day) return [row];
    return [
      <li key={`day-${day}`} className="ct-day">
        {formatFullDay(day)}
      </li>,
      row,
    ];
  });
}

/** Keeps the end in view when messages are added, and what is in view when earlier ones are. */
function useScrolling(data: readonly MessageView[] | undefined) {
  const area = useRef<HTMLDivElement>(null);
  const before = useRef({ first: '', height: 0, isAtEnd: true });
  const first = data?.[0]?._id ?? '';
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const was = before.current;
    if (was.first !== '' && was.first !== first && !was.isAtEnd) element.scrollTop += element.scrollHeight - was.height;
    else if (was.isAtEnd) element.scrollTop = element.scrollHeight;
    before.current = { ...was, first, height: element.scrollHeight };
  }, [data, first]);
  const follow = () => {
    const element = area.current;
    if (element === null) return;
    before.current.isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
  };
  return { area, follow };
}

/** The messages of a conversation; earlier ones are read at its top. */
export function MessageList({
  conversation,
  isGroup,
  name,
}: {
  readonly conversation: string;
  readonly isGroup: boolean;
  readonly name: string;
}) {
  const { data, error, hasEarlier, isReading, reload, readEarlier } = useMessages(conversation);
  const { area, follow } = useScrolling(data);
  useEffect(() => showOnScreen(conversation), [conversation]);
  if (data === undefined && error !== undefined)
    return <ErrorState compact text={tChat('messagesFailed')} code={error.code} onRetry={() => void reload()} />;
  return (
    <div ref={area} className="ct-messages" onScroll={follow} tabIndex={0} role="log" aria-label={name}>
      {data === undefined && <SkeletonRows rows={4} height={36} columns={1} />}
      {hasEarlier && (
        <Button size="sm" variant="quiet" className="ms-link-button" loading={isReading} onClick={() => void readEarlier()}>
          {tChat('earlier')}
        </Button>
      )}
      {data?.length === 0 && <EmptyState compact title={tChat('noMessages')} />}
      <ol className="ct-message-rows">{data !== undefined && <MessageRows data={data} isGroup={isGroup} />}</ol>
    </div>
  );
}
