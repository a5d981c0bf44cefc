import { ChevronDown, Maximize2, X } from 'lucide-react';
import { useEffect } from 'react';
import { findModule, getErrorMessage, IconButton, showNotice, useBreakpoint, useGoTo, useUserId, type SlotProps } from '#ui';
import type { ConversationView } from '../shared/chat.ts';
import { MAX_WINDOWS, useBarWindows } from './bar-windows.ts';
import { removeFromBar } from './chat-api.ts';
import { loadConversations, useChat } from './chat-store.ts';
import { ConversationPane } from './conversation-pane.tsx';
import { tChat } from './texts.ts';
import './chat.css';

interface TabProps {
  readonly conversation: ConversationView;
  readonly isOpen: boolean;
  readonly isOnline: boolean;
  readonly onToggle: () => void;
  readonly onRemove: () => void;
}

/** The name of a conversation, with the point of who is online and the number of unread messages. */
export function ConversationName({ conversation, isOnline }: Pick<TabProps, 'conversation' | 'isOnline'>) {
  const { name, unread } = conversation;
  return (
    <>
      {isOnline && <span className="ct-online" role="img" aria-label={tChat('online')} />}
      <span className="ct-name">{name || tChat('someone')}</span>
      {unread > 0 && (
        <span className="ct-count">
          <span aria-hidden>{unread}</span>
          <span className="ct-hidden">{tChat('unread', { count: unread })}</span>
        </span>
      )}
    </>
  );
}

/** A conversation in the bar: a tab, and above it its messages while it is open. */
function BarTab({ conversation, isOpen, isOnline, onToggle, onRemove }: TabProps) {
  const goTo = useGoTo();
  const name = conversation.name || tChat('someone');
  return (
    <section className={isOpen ? 'ct-window ct-open' : 'ct-window'} aria-label={name}>
      <div className="ct-window-head">
        <button
          type="button"
          className="ct-window-name"
          aria-expanded={isOpen}
          title={tChat(isOpen ? 'minimize' : 'restore', { name })}
          onClick={onToggle}
        >
          <ConversationName conversation={conversation} isOnline={isOnline} />
        </button>
        {isOpen && <IconButton icon={ChevronDown} size="sm" label={tChat('minimize', { name })} onClick={onToggle} />}
        {isOpen && (
          <IconButton
            icon={Maximize2}
            size="sm"
            label={tChat('whole', { name })}
            onClick={() => goTo(`/app/chat?c=${encodeURIComponent(conversation.key)}`)}
          />
        )}
        <IconButton icon={X} size="sm" label={tChat('remove', { name })} onClick={onRemove} />
      </div>
      {isOpen && <ConversationPane conversation={conversation} />}
    </section>
  );
}

/** Conversations of the bar: those that are open in this browser, then those with unread messages that were not removed. */
function useBarConversations() {
  const { conversations } = useChat();
  const { windows, ...bar } = useBarWindows();
  const missing = windows.filter(({ key }) => conversations?.every((one) => one.key !== key) === true).map(({ key }) => key);
  const wanted = missing.join(' ');
  useEffect(() => {
    // Conversations that do not exist any more stay out.
    if (wanted !== '') void loadConversations(wanted.split(' ')).catch(() => undefined);
  }, [wanted]);
  const own = windows.flatMap(({ key, isOpen }) => {
    const conversation = conversations?.find((one) => one.key === key);
    return conversation === undefined ? [] : [{ conversation, isOpen }];
  });
  const unread = (conversations ?? []).filter((one) => one.unread > 0 && !one.removed && windows.every(({ key }) => key !== one.key));
  return { ...bar, all: [...own, ...unread.map((conversation) => ({ conversation, isOpen: false }))] };
}

/** The message bar at the bottom of every page. A phone has the page of chat instead. */
export function MessageBar({ shell }: SlotProps<'screenPart'>) {
  const isPhone = useBreakpoint() === 'phone';
  const isHidden = findModule(shell, 'musterMessage') === undefined || shell.preview !== undefined;
  return isHidden || isPhone || location.pathname === '/app/chat' ? null : <Bar />;
}

function Bar() {
  const { online } = useChat();
  const goTo = useGoTo();
  const userId = useUserId() ?? '';
  const { all, show, remove } = useBarConversations();
  if (all.length === 0) return null;
  const shown = all.slice(0, MAX_WINDOWS);
  const close = (conversation: ConversationView) => {
    remove(conversation.key);
    removeFromBar(conversation, userId).catch((error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }));
  };
  return (
    <aside className="ct-bar" aria-label={tChat('bar')}>
      {all.length > shown.length && (
        <button type="button" className="ct-more" onClick={() => goTo('/app/chat')}>
          {tChat('others', { count: all.length - shown.length })}
        </button>
      )}
      {shown.toReversed().map(({ conversation, isOpen }) => (
        <BarTab
          key={conversation.key}
          conversation={conversation}
          isOpen={isOpen}
          isOnline={!conversation.isGroup && conversation.people.some(({ _id }) => online.has(_id))}
          onToggle={() => show(conversation.key, !isOpen)}
          onRemove={() => close(conversation)}
        />
      ))}
    </aside>
  );
}
