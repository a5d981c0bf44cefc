import { callApi } from '#ui';
import type { ChatPerson, ConversationPage, ConversationView, MessagePage } from '../shared/chat.ts';

const BASE = '/api/chat';

export function readConversations(query: {
  readonly before?: string;
  readonly conversations?: readonly string[];
}): Promise<ConversationPage> {
  return callApi('POST', `${BASE}/conversations`, { body: query });
}

export function readMessages(conversation: string, before?: string): Promise<MessagePage> {
  return callApi('POST', `${BASE}/messages`, { body: { conversation, ...(before === undefined ? {} : { before }) } });
}

export function findConversation(
  people: readonly string[],
): Promise<{ readonly key: string; readonly people: readonly ChatPerson[]; readonly exists: boolean }> {
  return callApi('POST', `${BASE}/find`, { body: { people } });
}

export async function searchPeople(search: string): Promise<readonly ChatPerson[]> {
  return (await callApi<{ readonly data: readonly ChatPerson[] }>('POST', `${BASE}/people`, { body: { search } })).data;
}

/** To whom a message is sent. */
export type Recipients = Pick<ConversationView, 'people' | 'groupName'>;

export function sendMessage({ people, groupName }: Recipients, message: string, idempotencyKey: string): Promise<unknown> {
  const ids = people.map(({ _id }) => _id);
  const to = ids.length === 1 ? { sentTo: ids[0] } : { groupUsersIds: ids, ...(groupName === '' ? {} : { group_name: groupName }) };
  return callApi('POST', '/api/muster-messages', { body: { ...to, message }, idempotencyKey });
}

export function markConversationRead(conversation: string): Promise<unknown> {
  return callApi('POST', `${BASE}/read`, { body: { conversation } });
}

export function sendTyping(conversation: string): Promise<unknown> {
  return callApi('POST', `${BASE}/typing`, { body: { conversation } });
}

export function exchangePresence(people: readonly string[], isHere: boolean): Promise<{ readonly online: readonly string[] }> {
  return callApi('POST', `${BASE}/presence`, { body: { people, isHere } });
}

export function removeFromBar({ people }: Pick<ConversationView, 'people'>, userId: string): Promise<unknown> {
  const ids = people.map(({ _id }) => _id);
  const body = ids.length === 1 ? { sentTo: ids[0], createdBy: userId } : { groupUsersIds: [...ids, userId] };
  return callApi('PUT', '/api/muster-messages/mark-as-removed-from-bar/between-users', { body });
}
