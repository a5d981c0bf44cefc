import { SYSTEM_ACTOR, withWarnings, type PluginRouteContext, type PluginRouteResponse } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { textsOf } from '../../shared/chat.ts';
import { CHAT_CHANGED_EVENT } from '../live-events.ts';
import { conversationKey } from '../services/conversation-key.ts';
import { countUnread, findMembers, markRead, openConversation, readCaller } from '../services/members.ts';

const PAGE_SIZE = 10;
/** Conversations of one user that pages of distinct messages reach. */
const MAX_CONVERSATIONS = 10_000;
/** What the bar needs of a message: not its attachments, nor who changed it when. */
const SKINNY_FIELDS = ['message', 'sentTo', 'group_name', 'groupUsersIds', 'created_by', 'createdAt', 'readBy', 'removedFromBarBy'];

interface Page {
  readonly pageNumber?: number;
  readonly pageSize?: number;
}

/** Only conversations of the caller, also for a System Admin, who may see all. */
function ofCaller(userId: string): JsonObject {
  return { or: [{ sentTo: { equals: userId } }, { created_by: { equals: userId } }, { groupUsersIds: { equals: userId } }] };
}

/** `POST /api/muster-messages/search-distinct`: the newest message of each conversation of the caller, the newest first. */
export async function searchDistinct(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const { pageNumber = 0, pageSize = PAGE_SIZE } = context.body as Page;
  const members = await findMembers(context, userId, {}, MAX_CONVERSATIONS);
  const ids = members.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize).map(({ lastMessage }) => lastMessage);
  const { data, warnings } = await context.records.find(context.actor, {
    module: 'musterMessage',
    filter: { _id: { in: ids.length === 0 ? [''] : ids } },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    limit: pageSize,
  });
  return { body: withWarnings({ data, total: members.length, pageNumber, pageSize }, warnings) };
}

/** `POST /api/muster-messages/search-skinny`: a search in the caller's messages that returns only what a message bar shows. */
export async function searchSkinny(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const {
    searchTerms,
    sortField = 'createdAt',
    sortOrder = 'desc',
    pageNumber = 0,
    pageSize = PAGE_SIZE,
  } = context.body as Page & {
    readonly searchTerms?: JsonObject;
    readonly sortField?: string;
    readonly sortOrder?: 'asc' | 'desc';
  };
  const { data, total, warnings } = await context.records.find(context.actor, {
    module: 'musterMessage',
    filter: searchTerms === undefined ? ofCaller(userId) : { and: [searchTerms, ofCaller(userId)] },
    sort: [{ sortField, sortOrder }],
    fields: SKINNY_FIELDS,
    offset: pageNumber * pageSize,
    limit: pageSize,
  });
  return { body: withWarnings({ data, total, pageNumber, pageSize }, warnings) };
}

/**
 * `PUT /api/muster-messages/mark-as-removed-from-bar/between-users`: the caller removes the conversation of these people from their message
 * bar, until somebody writes again. The mark is also on its newest message.
 */
export async function removeFromBar(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const {
    sentTo,
    createdBy,
    groupUsersIds = [],
  } = context.body as {
    readonly sentTo?: string;
    readonly createdBy?: string;
    readonly groupUsersIds?: readonly string[];
  };
  const people = groupUsersIds.length > 0 ? [userId, ...groupUsersIds] : [...textsOf(sentTo), createdBy ?? userId];
  const { _id, conversation, lastMessage } = await openConversation(context, userId, conversationKey(people));
  const { records } = context;
  await records.update(SYSTEM_ACTOR, { module: 'chatMembers', id: _id, quiet: true, fields: { removed: true } });
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'musterMessage',
    filter: { _id: lastMessage },
    fields: ['removedFromBarBy'],
    limit: 1,
  });
  for (const { removedFromBarBy } of data) {
    const fields = { removedFromBarBy: [...new Set([...textsOf(removedFromBarBy), userId])] };
    await records.update(SYSTEM_ACTOR, { module: 'musterMessage', id: lastMessage, quiet: true, fields });
  }
  await context.live.send(CHAT_CHANGED_EVENT, { conversation, what: 'bar' }, { users: [userId] });
  return { body: { success: true } };
}

/**
 * `PUT /api/muster-messages/mark-as-read-by/by-user`: marks messages of the caller's conversations as read by the caller. `userToAdd` of the
 * body never sets who reads.
 */
export async function markAsRead(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const userId = readCaller(context);
  const { ids } = context.body as { readonly ids: readonly string[] };
  const { data } = await context.records.find(context.actor, {
    module: 'musterMessage',
    filter: { _id: { in: [...ids] } },
    fields: ['conversation'],
    limit: ids.length,
  });
  const byConversation = new Map<string, string[]>();
  for (const { _id, conversation } of data) {
    const key = toText(conversation);
    byConversation.set(key, [...(byConversation.get(key) ?? []), _id]);
  }
  for (const [conversation, marked] of byConversation) {
    const [member] = await findMembers(context, userId, { conversation }, 1);
    // A System Admin may see messages of others, and is no reader of them.
    if (member === undefined) continue;
    await markRead(context, userId, member, { _id: { in: marked } });
    await context.live.send(CHAT_CHANGED_EVENT, { conversation, what: 'read' }, { users: [...member.people] });
  }
  return { body: { success: true, unread: await countUnread(context, userId) } };
}
