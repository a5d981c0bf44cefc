import { ArrowLeft, Bell, PanelBottom, Plus, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  Button,
  EmptyState,
  ErrorState,
  formatRelativeTime,
  IconButton,
  PageHeader,
  showNotice,
  SkeletonRows,
  useBreakpoint,
  useGoTo,
  useUrlParams,
} from '#ui';
import type { ConversationView } from '../shared/chat.ts';
import { hasSound, playSound, switchSound } from './announce-message.ts';
import { useBarWindows } from './bar-windows.ts';
import { loadConversations, reloadConversations, useChat } from './chat-store.ts';
import { ConversationPane } from './conversation-pane.tsx';
import { ConversationName } from './message-bar.tsx';
import { NewConversation } from './new-conversation.tsx';
import { tChat } from './texts.ts';
import './chat.css';

function previewOf({ last, isGroup }: ConversationView): string {
  if (last === null) return tChat('deleted');
  if (last.isOwn) return tChat('own', { text: last.text });
  return isGroup ? tChat('by', { name: last.by || tChat('someone'), text: last.text }) : last.text;
}

interface ListProps {
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

function ConversationList({ chosen, onChoose }: ListProps) {
  const { conversations, error, next, online } = useChat();
  if (conversations === undefined && error !== undefined)
    return <ErrorState compact text={tChat('failed')} code={error.code} onRetry={() => void reloadConversations()} />;
  if (conversations === undefined) return <SkeletonRows rows={5} height={52} columns={1} />;
  if (conversations.length === 0) return <EmptyState compact title={tChat('none')} help={tChat('noneHelp')} />;
  return (
    <>
      <ul className="ct-list" aria-label={tChat('conversations')}>
        {conversations.map((one) => (
          <li key={one.key}>
            <button
              type="button"
              className="ct-conversation"
              aria-current={one.key === chosen ? 'true' : undefined}
              onClick={() => onChoose(one.key)}
            >
              <span className="ct-conversation-head">
                <ConversationName conversation={one} isOnline={!one.isGroup && one.people.some(({ _id }) => online.has(_id))} />
                <time className="ct-when" dateTime={one.lastAt}>
                  {formatRelativeTime(one.lastAt)}
                </time>
              </span>
              <span className="ct-preview">{previewOf(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button size="sm" variant="quiet" className="ms-link-button" onClick={() => void loadConversations()}>
          {tChat('moreConversations')}
        </Button>
      )}
    </>
  );
}

function SoundButton() {
  const [isOn, setOn] = useState(hasSound);
  const change = () => {
    switchSound(!isOn);
    setOn(!isOn);
    if (!isOn) void playSound();
  };
  return <IconButton icon={isOn ? Volume2 : VolumeX} label={tChat(isOn ? 'soundOn' : 'soundOff')} aria-pressed={isOn} onClick={change} />;
}

function NotifyButton() {
  const [permission, setPermission] = useState(() => ('Notification' in globalThis ? Notification.permission : 'denied'));
  if (permission !== 'default') return null;
  const allow = async () => {
    const given = await Notification.requestPermission();
    setPermission(given);
    if (given === 'denied') showNotice({ kind: 'info', text: tChat('notifyRefused') });
  };
  return <IconButton icon={Bell} label={tChat('notifyMe')} onClick={() => void allow()} />;
}

function ConversationPart({
  conversation,
  onBack,
}: {
  readonly conversation: ConversationView;
  readonly onBack: (() => void) | undefined;
}) {
  const { online } = useChat();
  const { show } = useBarWindows();
  const goTo = useGoTo();
  const names = conversation.people.map(({ name }) => name || tChat('someone')).join(', ');
  return (
    <section className="ct-pane" aria-label={conversation.name}>
      <div className="ct-pane-head">
        {onBack !== undefined && <IconButton icon={ArrowLeft} size="phone" label={tChat('back')} onClick={onBack} />}
        <h2>
          <ConversationName
            conversation={{ ...conversation, unread: 0 }}
            isOnline={!conversation.isGroup && conversation.people.some(({ _id }) => online.has(_id))}
          />
        </h2>
        {conversation.isGroup && conversation.name !== names && <span className="ms-muted ct-members">{names}</span>}
        {onBack === undefined && (
          <IconButton
            icon={PanelBottom}
            label={tChat('asWindow')}
            onClick={() => {
              show(conversation.key, true);
              goTo('/app/dashboard');
            }}
          />
        )}
      </div>
      <ConversationPane conversation={conversation} />
    </section>
  );
}

/** The page of chat: the conversations, and the chosen one; on a phone one of the two. */
export function ChatPage() {
  const { conversations } = useChat();
  const [address, , setAddress] = useUrlParams();
  const isPhone = useBreakpoint() === 'phone';
  const chosen = address.get('c') ?? '';
  const isNew = address.get('new') !== null;
  const choose = (key: string) => setAddress({ c: key, new: undefined });
  const conversation = conversations?.find(({ key }) => key === chosen);
  const isMissing = conversations !== undefined && chosen !== '' && conversation === undefined;
  useEffect(() => {
    // One that was just begun, or is on a later page.
    if (isMissing) void loadConversations([chosen]).catch(() => undefined);
  }, [isMissing, chosen]);
  const isListShown = !isPhone || (chosen === '' && !isNew);
  return (
    <>
      <PageHeader
        title={tChat('title')}
        actions={
          <>
            <NotifyButton />
            <SoundButton />
            <Button icon={Plus} variant="primary" onClick={() => setAddress({ c: undefined, new: '1' })}>
              {tChat('newOne')}
            </Button>
          </>
        }
      />
      <div className="ct-page">
        {isListShown && (
          <div className="ct-side">
            <ConversationList chosen={chosen} onChoose={choose} />
          </div>
        )}
        {isNew && <NewConversation onOpen={choose} onCancel={() => setAddress({ new: undefined })} />}
        {!isNew && conversation !== undefined && (
          <ConversationPart
            key={conversation.key}
            conversation={conversation}
            onBack={isPhone ? () => setAddress({ c: undefined }) : undefined}
          />
        )}
        {!isNew && conversation === undefined && !isPhone && <EmptyState title={tChat('choose')} help={tChat('chooseHelp')} />}
      </div>
    </>
  );
}
