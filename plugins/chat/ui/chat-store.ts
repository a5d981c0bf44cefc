import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, onLiveEvent, useUserId } from '#ui';
import type { ConversationView } from '../shared/chat.ts';
import { exchangePresence, readConversations } from './chat-api.ts';
import { announceMessage } from './announce-message.ts';

/** How often the browser says that it is here, and reads who else is. */
const PRESENCE_MS = 40_000;
/** Somebody is shown as writing for this long after each sign of it. */
const TYPING_MS = 6_000;
/** People whose presence is read. */
const MAX_SHOWN = 200;

/** What this tab knows of the conversations of its user. */
export interface ChatState {
  /** Those with the newest messages first; undefined: not read yet. */
  readonly conversations: readonly ConversationView[] | undefined;
  readonly unread: number;
  /** Where the next page begins; null: all are here. */
  readonly next: string | null;
  readonly error: ApiError | undefined;
  /** Ids of those who are online. */
  readonly online: ReadonlySet<string>;
  /** Who is writing, by conversation. */
  readonly typing: { readonly [conversation: string]: string };
}

const NOTHING: ChatState = { conversations: undefined, unread: 0, next: null, error: undefined, online: new Set(), typing: {} };

let state = NOTHING;
let owner: string | undefined;
let isReading = false;
let isStale = false;
let end: (() => void) | undefined;
const listeners = new Set<() => void>();
const typingEnds = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: Partial<ChatState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function merge(earlier: readonly ConversationView[], read: readonly ConversationView[]): readonly ConversationView[] {
  const keys = new Set(read.map(({ key }) => key));
  const all = [...read, ...earlier.filter(({ key }) => !keys.has(key))];
  return all.sort((one, other) => other.lastAt.localeCompare(one.lastAt));
}

/** Reads the newest conversations again. While they are being read, once more after that: what is being read may be old already. */
export async function reloadConversations(): Promise<void> {
  if (isReading) {
    isStale = true;
    return;
  }
  isReading = true;
  const user = owner;
  try {
    const { data, unread, next } = await readConversations({});
    if (user === owner)
      publish({
        conversations: merge(state.conversations ?? [], data),
        unread,
        error: undefined,
        ...(state.conversations === undefined ? { next } : {}),
      });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (user === owner) publish({ error });
  } finally {
    isReading = false;
  }
  if (!isStale && user === owner) return;
  isStale = false;
  await reloadConversations();
}

/** Reads the next page of conversations, or those with these keys. */
export async function loadConversations(conversations?: readonly string[]): Promise<void> {
  const { next } = state;
  if (conversations === undefined && next === null) return;
  const page = await readConversations(conversations === undefined ? { before: next ?? '' } : { conversations });
  publish({
    conversations: merge(state.conversations ?? [], page.data),
    ...(conversations === undefined ? { next: page.next } : {}),
  });
}

/** A conversation was read here: its marks go away before the server has stored them. */
export function showAsRead(key: string): void {
  const read = state.conversations?.find((one) => one.key === key);
  if (read === undefined || read.unread === 0) return;
  publish({
    unread: Math.max(0, state.unread - read.unread),
    conversations: (state.conversations ?? []).map((one) => (one === read ? { ...one, unread: 0 } : one)),
  });
}

function showTyping(conversation: string, user: string): void {
  clearTimeout(typingEnds.get(conversation));
  typingEnds.set(
    conversation,
    setTimeout(() => stopTyping(conversation), TYPING_MS),
  );
  publish({ typing: { ...state.typing, [conversation]: user } });
}

function stopTyping(conversation: string): void {
  if (state.typing[conversation] === undefined) return;
  const { [conversation]: _gone, ...typing } = state.typing;
  publish({ typing });
}

async function readPresence(): Promise<void> {
  const people = [...new Set((state.conversations ?? []).flatMap((one) => one.people.map(({ _id }) => _id)))].slice(0, MAX_SHOWN);
  // Without a response the next one says who is here.
  const response = await exchangePresence(people, document.visibilityState === 'visible').catch(() => undefined);
  if (response !== undefined) publish({ online: new Set(response.online) });
}

function listen(): () => void {
  const stops = [
    onLiveEvent('muster-message-changed-event', (data) => {
      const conversation = data?.['conversation'];
      if (data?.['what'] === 'message' && typeof conversation === 'string') stopTyping(conversation);
      void reloadConversations();
    }),
    onLiveEvent('muster-message-typing-event', (data) => {
      const [conversation, user] = [data?.['conversation'], data?.['user']];
      if (typeof conversation === 'string' && typeof user === 'string') showTyping(conversation, user);
    }),
    onLiveEvent('new-muster-message-event', (data) => {
      const message = data?.['message'];
      if (typeof message === 'string') void reloadConversations().then(() => announceMessage(message, state.conversations ?? []));
    }),
  ];
  const timer = setInterval(() => void readPresence(), PRESENCE_MS);
  void reloadConversations().then(readPresence);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    // Nobody shows it any more, such as after signing out.
    end?.();
    end = undefined;
    owner = undefined;
  };
}

/** The conversations of the signed-in user: read once, and again when they change. */
export function useChat(): ChatState {
  const user = useUserId();
  useEffect(() => {
    if (user === owner) return;
    end?.();
    owner = user;
    publish(NOTHING);
    end = user === undefined ? undefined : listen();
  }, [user]);
  return useSyncExternalStore(subscribe, () => state);
}
