import { SYSTEM_ACTOR, type PluginJobContext, type VisibleRecord } from '#engine';
import { toText } from '#engine/model';
import { textsOf } from '../../shared/chat.ts';
import { missedReference, repeatIfOvertaken } from '../services/members.ts';

/** Minutes if the setting is missing. */
const DEFAULT_MINUTES = 2;
/** Members that are read at once. */
const CHUNK = 200;
const MINUTE = 60_000;
const MODULE = 'chatMembers';

/**
 * Notifies people of messages that they have not read for some minutes: once for each conversation, and again only of what comes after they
 * have read it. A run that is repeated, or one beside it, notifies nobody twice: the notification has the time of the first unread message.
 */
export async function notifyOfMissed(context: PluginJobContext): Promise<void> {
  const minutes = Number(context.setting('chat_notify_after_minutes') ?? DEFAULT_MINUTES);
  const due = new Date(context.clock.now() - minutes * MINUTE).toISOString();
  for (;;) {
    const { data } = await context.records.find(SYSTEM_ACTOR, {
      module: MODULE,
      filter: { unread_since: { range: { lte: due } } },
      sort: [{ sortField: 'unread_since', sortOrder: 'asc' }],
      limit: CHUNK,
      totalLimit: 1,
    });
    for (const member of data) {
      context.signal.throwIfAborted();
      await notifyMember(context, member);
    }
    if (data.length < CHUNK) return;
  }
}

async function notifyMember(context: PluginJobContext, member: VisibleRecord): Promise<void> {
  const [user = ''] = textsOf(member['user']);
  const conversation = toText(member['conversation']);
  const since = toText(member['unread_since']);
  const message = await findNewestUnread(context, user, conversation);
  if (message !== undefined)
    await context.notify({
      ...missedReference(user, conversation),
      to: [user],
      module: 'musterMessage',
      record: message._id,
      by: textsOf(message['created_by'])[0] ?? null,
      occurredAt: Date.parse(since),
      opens: `/chat?c=${encodeURIComponent(conversation)}`,
    });
  await storeNotified(context, member, since);
}

/** The newest message of others in a conversation that a user has not read. */
async function findNewestUnread({ records }: PluginJobContext, user: string, conversation: string): Promise<VisibleRecord | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'musterMessage',
    filter: { conversation, not: { or: [{ readBy: { equals: user } }, { created_by: { equals: user } }] } },
    sort: [{ sortField: 'createdAt', sortOrder: 'desc' }],
    fields: ['created_by'],
    limit: 1,
    totalLimit: 1,
  });
  return data[0];
}

/** Stores that somebody was notified. If they have read the conversation meanwhile, the notification is read too. */
function storeNotified(context: PluginJobContext, { _id: id, conversation, user }: VisibleRecord, since: string): Promise<void> {
  const { records } = context;
  return repeatIfOvertaken(async () => {
    const { data } = await records.find(SYSTEM_ACTOR, { module: MODULE, filter: { _id: id }, limit: 1 });
    const [member] = data;
    if (member === undefined) return;
    if (toText(member['unread_since']) === since) {
      const version = Number(member['_version']);
      await records.update(SYSTEM_ACTOR, { module: MODULE, id, quiet: true, version, fields: { unread_since: null, notified: true } });
    } else if (Number(member['unread'] ?? 0) === 0)
      await context.markNotificationRead(missedReference(textsOf(user)[0] ?? '', toText(conversation)));
  });
}
