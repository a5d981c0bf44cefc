import { SYSTEM_ACTOR, type InTransactionContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { MAX_PEOPLE, MAX_UNREAD, textsOf } from '../../shared/chat.ts';
import { peopleOf } from '../services/conversation-key.ts';

type Context = InTransactionContext<'musterMessage'>;

const MINUTE = 60_000;
/** Messages that one user sends in a minute, if the setting is missing. */
const DEFAULT_LIMIT = 60;

/**
 * Tells each of the people of a new message of it, in the commit that saves it: the time of the last message, and one more that is unread,
 * of which they are notified later if it still is. A deleted message is no longer unread.
 */
export async function updateMembers(context: Context): Promise<void> {
  const { event, record } = context;
  const key = toText(record.conversation);
  if (key === '') return;
  if (event.kind === 'create') {
    await countSent(context);
    await addToMembers(context, key);
  } else if (event.kind === 'delete') await followDeletion(context, key, -1);
  else if (event.kind === 'restore') await followDeletion(context, key, 1);
}

async function addToMembers(context: Context, key: string): Promise<void> {
  const { event, record, clock } = context;
  const [author] = textsOf(record.created_by);
  const people = peopleOf(record);
  const members = await context.unit.find('chatMembers', { conversation: key }, { limit: MAX_PEOPLE });
  const at = toText(record.createdAt) || new Date(clock.now()).toISOString();
  const group = toText(record.group_name);
  const readers = textsOf(record.readBy);
  for (const user of people) {
    const member = members.find((one) => textsOf(one.user).includes(user));
    const isUnread = user !== author && !readers.includes(user);
    const unread = Math.min(Number(member?.unread ?? 0) + (isUnread ? 1 : 0), MAX_UNREAD);
    const isNewest = member === undefined || toText(member.last_at) <= at;
    // Somebody who was notified, or will be, is notified again only after they have read.
    const isAwaited = member?.notified === true || toText(member?.unread_since) !== '';
    const fields: JsonObject = {
      unread,
      ...(isUnread && !isAwaited && !event.isBulkLoad ? { unread_since: new Date(clock.now()).toISOString() } : {}),
      removed: false,
      ...(isNewest ? { last_message: event.id, last_at: at } : {}),
      ...(group === '' ? {} : { group_name: group }),
    };
    if (member !== undefined) await context.update('chatMembers', member._id, fields);
    else await context.create('chatMembers', { user, conversation: key, people: [...people], ...fields });
  }
}

/**
 * A message was deleted, or restored: it counts for those who have not read it, and the last message is another one. Of a message that some
 * had not been counted for, the next reading of the conversation counts again.
 */
async function followDeletion(context: Context, key: string, by: 1 | -1): Promise<void> {
  const { record, unit } = context;
  const [author] = textsOf(record.created_by);
  const readers = new Set([...textsOf(record.readBy), author]);
  const members = await unit.find('chatMembers', { conversation: key }, { limit: MAX_PEOPLE });
  const last = await findLast(context, key, by === 1);
  for (const { _id, user, unread } of members) {
    const isReader = textsOf(user).some((id) => readers.has(id));
    const next = isReader ? Number(unread ?? 0) : Math.min(Math.max(Number(unread ?? 0) + by, 0), MAX_UNREAD);
    await context.update('chatMembers', _id, { unread: next, ...(next === 0 ? { unread_since: null, notified: false } : {}), ...last });
  }
}

/** The newest message of a conversation after the save: as a member has it. Without any the time stays, which the list is sorted by. */
async function findLast({ event, record, records }: Context, key: string, isThere: boolean): Promise<JsonObject> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'musterMessage',
    filter: { conversation: key, not: { _id: event.id } },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    fields: ['createdAt'],
    limit: 1,
    totalLimit: 1,
  });
  const [newest] = data;
  const at = toText(newest?.['createdAt']);
  if (isThere && toText(record.createdAt) >= at) return { last_message: event.id, last_at: toText(record.createdAt) };
  return newest === undefined ? { last_message: null } : { last_message: newest._id, last_at: at };
}

/** Counts what a user sends in a minute, and ends the save of a message beyond the limit. Requests at the same time count one after the other. */
async function countSent(context: Context): Promise<void> {
  const { event, unit, clock } = context;
  const { kind, userId } = event.actor;
  if (kind !== 'user' || userId === undefined || event.isBulkLoad) return;
  const limit = Number(context.setting('chat_messages_per_minute') ?? DEFAULT_LIMIT);
  const now = clock.now();
  const [state] = await unit.find('chatStates', { user: userId }, { limit: 1 });
  const since = Date.parse(toText(state?.sent_since));
  const isSameMinute = now - since < MINUTE && now >= since;
  const sent = isSameMinute ? Number(state?.sent ?? 0) : 0;
  if (sent >= limit) {
    const seconds = Math.max(1, Math.ceil((since + MINUTE - now) / 1000));
    context.refuse('chat_too_many', {
      message: `You have sent ${limit} messages within a minute. You can write again in ${seconds} s.`,
      data: { limit, seconds },
    });
  }
  const fields = { sent: sent + 1, ...(isSameMinute ? {} : { sent_since: new Date(now).toISOString() }) };
  if (state === undefined) await context.create('chatStates', { user: userId, ...fields });
  else await context.update('chatStates', state._id, fields);
}
