import { useCallback, useEffect, useState } from 'react';
import {
  EmptyState,
  ErrorState,
  formatRelativeTime,
  getErrorMessage,
  PageHeader,
  SkeletonRows,
  Tabs,
  useBreakpoint,
  useModuleChanges,
  useUrlParams,
} from '#ui';
import type { Conversation } from '../shared/sms.ts';
import { ConversationThread, nameConversation } from './conversation-thread.tsx';
import { readConversations } from './messages-api.ts';
import { tMessages } from './texts.ts';
import './messages.css';
import './conversations.css';

type Whose = 'mine' | 'everyone';
const WHOSE: readonly Whose[] = ['mine', 'everyone'];

/** The conversations, read again whenever a text message was saved. */
function useConversations(whose: Whose) {
  const [list, setList] = useState<readonly Conversation[]>();
  const [problem, setProblem] = useState('');
  const read = useCallback(() => {
    readConversations(whose === 'mine').then(
      (data) => {
        setList(data);
        setProblem('');
      },
      (cause: unknown) => setProblem(getErrorMessage(cause)),
    );
  }, [whose]);
  useEffect(() => {
    setList(undefined);
    read();
  }, [read]);
  useModuleChanges('sms', read);
  return { list, problem, read };
}

interface ListProps {
  readonly list: readonly Conversation[];
  readonly selected: string;
  readonly onSelect: (number: string) => void;
}

function ConversationList({ list, selected, onSelect }: ListProps) {
  if (list.length === 0) return <EmptyState title={tMessages('noConversations')} help={tMessages('noConversationsHelp')} />;
  return (
    <ul className="mg-conversations" aria-label={tMessages('conversationList')}>
      {list.map((one) => (
        <li key={one.number}>
          <button
            type="button"
            className="mg-conversation"
            aria-current={one.number === selected || undefined}
            data-unread={one.unread > 0 || undefined}
            onClick={() => onSelect(one.number)}
          >
            <span className="mg-conversation-name">{nameConversation(one)}</span>
            <span className="mg-message-note">{formatRelativeTime(one.last.createdAt)}</span>
            <span className="mg-conversation-text">
              {one.last.direction === 'Outbound' ? tMessages('you', { text: one.last.message }) : one.last.message}
            </span>
            {one.unread > 0 && (
              <span className="mg-unread">
                <span aria-hidden>{one.unread}</span>
                <span className="ms-visually-hidden">{tMessages('unreadCount', { count: one.unread })}</span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** `/app/conversations`: text messages with people, one conversation for each number. On a phone it shows the list or a conversation. */
export function ConversationsPage() {
  const [params, , set] = useUrlParams();
  const whose: Whose = params.get('of') === 'everyone' ? 'everyone' : 'mine';
  const selected = params.get('number') ?? '';
  const { list, problem, read } = useConversations(whose);
  const isPhone = useBreakpoint() === 'phone';
  const conversation = list?.find(({ number }) => number === selected);
  return (
    <>
      <PageHeader title={tMessages('conversations')} />
      <div className="ms-page mg-split" data-phone={isPhone || undefined}>
        {(!isPhone || selected === '') && (
          <div className="mg-split-list">
            <Tabs
              label={tMessages('conversations')}
              items={WHOSE.map((id) => ({ id, label: tMessages(id) }))}
              selected={whose}
              onSelect={(id) => set({ of: id === 'everyone' ? id : undefined })}
            >
              {problem !== '' && <ErrorState title={tMessages('loadFailed')} text={problem} onRetry={read} />}
              {list === undefined && problem === '' && <SkeletonRows rows={6} />}
              {list !== undefined && <ConversationList list={list} selected={selected} onSelect={(number) => set({ number })} />}
            </Tabs>
          </div>
        )}
        {selected !== '' && (
          <ConversationThread
            key={selected}
            number={selected}
            person={conversation?.person ?? null}
            onBack={isPhone ? () => set({ number: undefined }) : undefined}
          />
        )}
        {selected === '' && !isPhone && <p className="mg-split-hint ms-muted">{tMessages('chooseConversation')}</p>}
      </div>
    </>
  );
}
