import type { PluginRouteContext, PluginRouteDefinition, PluginRouteResponse } from '#engine';
import type { JsonObject } from '#engine/model';
import { announceChatMessage, announceComment, readId } from '../announce.ts';
import { MESSAGE_EVENT } from '../live-events.ts';

const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 64 };
const DONE: JsonObject = { type: 'object', required: ['success'], properties: { success: { const: true } } };

/** Maximum number of chat messages that one request announces. */
const MAX_MESSAGES = 100;

/** Tells another user of a message that both may see. */
async function messageUser({ body, actor, records, live }: PluginRouteContext): Promise<PluginRouteResponse> {
  const { userId, messageId } = body as { readonly userId: string; readonly messageId: string };
  await records.get(actor, { module: 'messages', id: messageId });
  await live.send(
    MESSAGE_EVENT,
    { message: messageId, ...(actor.userId === undefined ? {} : { from: actor.userId }) },
    { users: [userId], record: { module: 'messages', id: messageId } },
  );
  return { body: { success: true } };
}

/** Announces chat messages of the requester again. */
async function announceChatMessages({ body, actor, records, live, refuse }: PluginRouteContext): Promise<PluginRouteResponse> {
  const { ids } = body as { readonly ids: readonly string[] };
  const messages = await Promise.all(ids.map((id) => records.get(actor, { module: 'musterMessage', id })));
  if (messages.some((message) => readId(message['created_by']) !== actor.userId)) refuse('not_the_author');
  for (const message of messages) await announceChatMessage(live, message._id, message);
  return { body: { success: true } };
}

/** Announces a comment of the requester again. */
async function announceSocialComment({ body, actor, records, live, refuse }: PluginRouteContext): Promise<PluginRouteResponse> {
  const comment = await records.get(actor, { module: 'socialComments', id: (body as { readonly id: string }).id });
  if (readId(comment['created_by']) !== actor.userId) refuse('not_the_author');
  await announceComment(live, comment._id, comment);
  return { body: { success: true } };
}

const schemaOf = (properties: JsonObject): JsonObject => ({ type: 'object', required: Object.keys(properties), properties });

/** The endpoints of the specification that send events. New records are announced without them. */
export const EVENT_ROUTES: readonly PluginRouteDefinition[] = [
  {
    method: 'POST',
    path: '/api/events/message-user',
    summary: 'Tell another user of a message',
    bodySchema: schemaOf({ userId: ID, messageId: ID }),
    responseSchema: DONE,
    errors: [],
    handle: messageUser,
  },
  {
    method: 'POST',
    path: '/api/events/announce-new-muster-messages',
    summary: 'Announce chat messages of your own to their recipients again',
    bodySchema: schemaOf({ ids: { type: 'array', minItems: 1, maxItems: MAX_MESSAGES, uniqueItems: true, items: ID } }),
    responseSchema: DONE,
    handle: announceChatMessages,
  },
  {
    method: 'POST',
    path: '/api/events/announce-new-social-comment',
    summary: 'Announce a comment of your own again',
    bodySchema: schemaOf({ id: ID }),
    responseSchema: DONE,
    handle: announceSocialComment,
  },
];
