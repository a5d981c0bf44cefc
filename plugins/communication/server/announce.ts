import type { PluginEffects } from '#engine';
import type { JsonValue } from '#engine/model';
import { CHAT_MESSAGE_EVENT, COMMENT_EVENT } from './live-events.ts';

type Fields = { readonly [field: string]: JsonValue | undefined };

/** Tells the people to whom a chat message was sent, and its group, that it is there; not its author. */
export function announceChatMessage(live: PluginEffects['live'], id: string, message: Fields): Promise<void> {
  const from = readId(message['created_by']);
  const group = message['groupUsersIds'];
  const people: readonly JsonValue[] = Array.isArray(group) ? group : [];
  const users = [message['sentTo'], ...people].flatMap((one) => readId(one) ?? []);
  return live.send(
    CHAT_MESSAGE_EVENT,
    { message: id, ...(from === undefined ? {} : { from }) },
    { users: [...new Set(users)], record: { module: 'musterMessage', id }, except: from === undefined ? [] : [from] },
  );
}

/** Tells everyone who may see a comment that it is there; not its author. */
export function announceComment(live: PluginEffects['live'], id: string, comment: Fields): Promise<void> {
  const from = readId(comment['created_by']);
  return live.send(
    COMMENT_EVENT,
    { comment: id, ...(from === undefined ? {} : { from }) },
    { record: { module: 'socialComments', id }, except: from === undefined ? [] : [from] },
  );
}

/** The id of a relate value, which may be populated. */
export function readId(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { _id } = value as { readonly _id?: JsonValue };
  return typeof _id === 'string' ? _id : undefined;
}
