import { Textarea } from '@mantine/core';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { FieldError, getErrorMessage, IconButton } from '#ui';
import { MAX_MESSAGE, type ConversationView } from '../shared/chat.ts';
import { sendMessage, sendTyping, type Recipients } from './chat-api.ts';
import { useChat } from './chat-store.ts';
import { MessageList } from './message-list.tsx';
import { tChat } from './texts.ts';

/** The others are told at most this often that somebody is writing. */
const TYPING_MS = 3_000;

/** What was typed and not sent, by conversation: it is there again in another window. */
const unsent = new Map<string, string>();

interface ComposerProps {
  /** The key of the conversation; undefined: it does not exist yet. */
  readonly conversation: string | undefined;
  readonly to: Recipients;
  readonly name: string;
  readonly onSent?: () => void;
}

/** A text that was sent, and the key of its request. */
interface Attempt {
  readonly message: string;
  readonly key: string;
}

/** `crypto.randomUUID` is missing if the page is served without TLS. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function useTyping(conversation: string | undefined): () => void {
  const last = useRef(0);
  return () => {
    if (conversation === undefined || Date.now() - last.current < TYPING_MS) return;
    last.current = Date.now();
    // Whether it arrives does not matter to who writes.
    void sendTyping(conversation).catch(() => undefined);
  };
}

/** The text of a new message. What could not be sent stays, with the reason. */
export function Composer({ conversation, to, name, onSent }: ComposerProps) {
  const place = conversation ?? to.people.map(({ _id }) => _id).join('+');
  const [text, setText] = useState(unsent.get(place) ?? '');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const attempt = useRef<Attempt | undefined>(undefined);
  const reportTyping = useTyping(conversation);
  const type = (next: string) => {
    if (next === '') unsent.delete(place);
    else unsent.set(place, next);
    setText(next);
    setProblem(undefined);
  };
  const send = async () => {
    const message = text.trim();
    if (message === '' || isSending) return;
    setSending(true);
    try {
      // The same text is sent with the same key until there is a response: it is saved once.
      if (attempt.current?.message !== message) attempt.current = { message, key: createKey() };
      await sendMessage(to, message, attempt.current.key);
      attempt.current = undefined;
      type('');
      onSent?.();
    } catch (error) {
      setProblem(getErrorMessage(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="ct-composer">
      <Textarea
        aria-label={tChat('write', { name })}
        placeholder={tChat('write', { name })}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={MAX_MESSAGE}
        value={text}
        title={tChat('hint')}
        onChange={(event) => {
          type(event.currentTarget.value);
          reportTyping();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <IconButton icon={Send} label={tChat('send')} disabled={text.trim() === '' || isSending} onClick={() => void send()} />
      {problem !== undefined && (
        <div role="alert" className="ct-problem">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}

/** The messages of a conversation, who is writing, and the text of a new one. */
export function ConversationPane({ conversation }: { readonly conversation: ConversationView }) {
  const { key, name, people, isGroup } = conversation;
  const writer = useChat().typing[key];
  const typing = people.find(({ _id }) => _id === writer);
  return (
    <>
      <MessageList key={key} conversation={key} isGroup={isGroup} name={name} />
      <p className="ct-typing" aria-live="polite">
        {typing === undefined ? '' : tChat('typing', { name: typing.name || tChat('someone') })}
      </p>
      {/* In a conversation without others only the product writes. */}
      {people.length > 0 && <Composer key={`to-${key}`} conversation={key} to={conversation} name={name} />}
    </>
  );
}
