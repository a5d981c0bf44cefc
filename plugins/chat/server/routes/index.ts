import type { PluginRouteDefinition } from '#engine';
import {
  announceTyping,
  exchangePresence,
  findConversation,
  listConversations,
  listMessages,
  listPeople,
  readConversation,
} from './conversations.ts';
import { BODIES, RESPONSES } from './schemas.ts';
import { markAsRead, removeFromBar, searchDistinct, searchSkinny } from './specified.ts';

const ANY: Pick<PluginRouteDefinition, 'errors'> = { errors: ['chat_not_allowed'] };
const OF_ONE: Pick<PluginRouteDefinition, 'errors'> = { errors: ['chat_not_allowed', 'conversation_not_found'] };
const READS = { method: 'POST', readOnly: true } as const;

/** The endpoints of the specification. */
const SPECIFIED: readonly PluginRouteDefinition[] = [
  {
    ...READS,
    path: '/api/muster-messages/search-distinct',
    summary: 'The newest message of each conversation of the caller',
    bodySchema: BODIES.distinct,
    responseSchema: RESPONSES.page,
    ...ANY,
    handle: searchDistinct,
  },
  {
    ...READS,
    path: '/api/muster-messages/search-skinny',
    summary: 'Search chat messages of the caller, with the fields of a message bar',
    bodySchema: BODIES.skinny,
    responseSchema: RESPONSES.page,
    ...ANY,
    handle: searchSkinny,
  },
  {
    method: 'PUT',
    path: '/api/muster-messages/mark-as-removed-from-bar/between-users',
    summary: 'Remove a conversation from the message bar of the caller',
    bodySchema: BODIES.removeFromBar,
    responseSchema: RESPONSES.done,
    ...OF_ONE,
    handle: removeFromBar,
  },
  {
    method: 'PUT',
    path: '/api/muster-messages/mark-as-read-by/by-user',
    summary: 'Mark chat messages as read by the caller',
    bodySchema: BODIES.read,
    responseSchema: RESPONSES.read,
    ...ANY,
    handle: markAsRead,
  },
];

/** The endpoints of chat. Each reads only what the caller takes part in. */
export const CHAT_ROUTES: readonly PluginRouteDefinition[] = [
  ...SPECIFIED,
  {
    ...READS,
    path: '/api/chat/conversations',
    summary: 'The conversations of the caller, those with the newest messages first',
    bodySchema: BODIES.conversations,
    responseSchema: RESPONSES.conversations,
    ...ANY,
    handle: listConversations,
  },
  {
    ...READS,
    path: '/api/chat/messages',
    summary: 'The newest messages of a conversation, or those before a message',
    bodySchema: BODIES.messages,
    responseSchema: RESPONSES.messages,
    ...OF_ONE,
    handle: listMessages,
  },
  {
    ...READS,
    path: '/api/chat/find',
    summary: 'The conversation of the caller with these people',
    bodySchema: BODIES.find,
    responseSchema: RESPONSES.found,
    errors: ['chat_not_allowed', 'chat_recipient_missing'],
    handle: findConversation,
  },
  {
    ...READS,
    path: '/api/chat/people',
    summary: 'Staff to write to',
    bodySchema: BODIES.people,
    responseSchema: RESPONSES.people,
    ...ANY,
    handle: listPeople,
  },
  {
    method: 'POST',
    path: '/api/chat/typing',
    summary: 'Tell the others in a conversation that the caller is writing',
    bodySchema: BODIES.conversation,
    responseSchema: RESPONSES.done,
    ...OF_ONE,
    handle: announceTyping,
  },
  {
    method: 'POST',
    path: '/api/chat/read',
    summary: 'Mark a conversation as read by the caller',
    bodySchema: BODIES.conversation,
    responseSchema: RESPONSES.read,
    ...OF_ONE,
    handle: readConversation,
  },
  {
    method: 'POST',
    path: '/api/chat/presence',
    summary: 'Who of these people is online; the caller is, if their browser is here',
    bodySchema: BODIES.presence,
    responseSchema: RESPONSES.presence,
    ...ANY,
    handle: exchangePresence,
  },
];
