import { SYSTEM_ACTOR, type PluginJobContext, type VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { MAX_UNREAD, textsOf } from '../../shared/chat.ts';
import { conversationKey, peopleOf } from '../services/conversation-key.ts';

/** Messages that are read at once. */
const CHUNK = 200;

/**
 * Gives messages that were written before conversations had keys their key, and their people what they have of the conversation. A run
 * that was interrupted is continued by the next one; of the message in between the unread mark may count twice, until it is read.
 */
export async function indexMessages(context: PluginJobContext): Promise<void> {
  const { records, signal } = context;
  for (;;) {
    signal.throwIfAborted();
    const { data } = await records.find(SYSTEM_ACTOR, {
      module: 'musterMessage',
      filter: { conversation: { exists: false } },
      sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
      limit: CHUNK,
      totalLimit: 1,
    });
    if (data.length === 0) return;
    for (const message of data) await indexMessage(context, message);
  }
}

async function indexMessage({ records }: PluginJobContext, message: VisibleRecord): Promise<void> {
  const { sentTo, groupUsersIds, created_by } = message;
  const people = peopleOf({ sentTo, groupUsersIds, created_by });
  const conversation = conversationKey(people);
  for (const user of people) await addToMember({ records }, { user, conversation, people: [...people] }, message);
  await records.update(SYSTEM_ACTOR, { module: 'musterMessage', id: message._id, quiet: true, fields: { conversation } });
}

async function addToMember(
  { records }: Pick<PluginJobContext, 'records'>,
  member: { readonly user: string; readonly conversation: string; readonly people: string[] },
  message: VisibleRecord,
): Promise<void> {
  const { user, conversation } = member;
  const module = 'chatMembers';
  const { data } = await records.find(SYSTEM_ACTOR, { module, filter: { user, conversation }, limit: 1 });
  const [there] = data;
  const readers = [...textsOf(message['created_by']), ...textsOf(message['readBy'])];
  const isUnread = !readers.includes(user);
  if (there === undefined) {
    const group = toText(message['group_name']);
    const last = { last_message: message._id, last_at: toText(message['createdAt']) };
    const fields = { ...member, ...last, unread: isUnread ? 1 : 0, ...(group === '' ? {} : { group_name: group }) };
    await records.create(SYSTEM_ACTOR, { module, fields, quiet: true });
  } else if (isUnread) {
    const unread = Math.min(Number(there['unread'] ?? 0) + 1, MAX_UNREAD);
    await records.update(SYSTEM_ACTOR, { module, id: there._id, quiet: true, fields: { unread } });
  }
}
