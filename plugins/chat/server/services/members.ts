import { MusterError, SYSTEM_ACTOR, type PluginRouteContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import { MAX_UNREAD, textsOf } from '../../shared/chat.ts';

/** The kind of notifications of missed messages. */
export const MISSED_KIND = 'chat_missed';
/** Times that a save which another one overtook is repeated. */
const ATTEMPTS = 5;

/** What one user has of a conversation. */
export interface Member {
  readonly _id: string;
  readonly conversation: string;
  /** Ids of all people in it. */
  readonly people: readonly string[];
  readonly unread: number;
  readonly removed: boolean;
  readonly lastMessage: string;
  readonly lastAt: string;
  readonly groupName: string;
}

function toMember(record: VisibleRecord): Member {
  return {
    _id: record._id,
    conversation: toText(record['conversation']),
    people: textsOf(record['people']),
    unread: Number(record['unread'] ?? 0),
    removed: record['removed'] === true,
    lastMessage: toText(record['last_message']),
    lastAt: toText(record['last_at']),
    groupName: toText(record['group_name']),
  };
}

/** Id of the user who calls. Errors: `chat_not_allowed` for who has no access to chat messages, `action_not_allowed` for a token without its scope. */
export function readCaller({ actor, rights, refuse }: PluginRouteContext): string {
  const { userId } = actor;
  if (userId === undefined || !rights.module('musterMessage').access) return refuse('chat_not_allowed');
  return userId;
}

/** The conversations of a user that match, those with the newest messages first. */
export async function findMembers(
  { records }: Pick<PluginRouteContext, 'records'>,
  user: string,
  filter: JsonObject,
  limit: number,
): Promise<readonly Member[]> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'chatMembers',
    filter: { ...filter, user },
    sort: [{ sortField: 'last_at', sortOrder: 'desc' }],
    limit,
    totalLimit: 1,
  });
  return data.map(toMember);
}

/** What the caller has of a conversation. Errors: `conversation_not_found`, also for one that they do not take part in. */
export async function openConversation(context: PluginRouteContext, userId: string, key: string): Promise<Member> {
  const [member] = await findMembers(context, userId, { conversation: key }, 1);
  return member ?? context.refuse('conversation_not_found');
}

/** The messages of a conversation that the user has not read, the oldest first, and their number. */
function findUnread({ records }: PluginRouteContext, userId: string, filter: JsonObject, limit = MAX_UNREAD) {
  return records.find(SYSTEM_ACTOR, {
    module: 'musterMessage',
    filter: { ...filter, not: { or: [{ readBy: { equals: userId } }, { created_by: { equals: userId } }] } },
    sort: [{ sortField: 'createdAt', sortOrder: 'asc' }],
    fields: ['readBy'],
    limit,
    totalLimit: MAX_UNREAD,
  });
}

function addReader({ records }: PluginRouteContext, userId: string, { _id }: VisibleRecord): Promise<void> {
  return repeatIfOvertaken(async () => {
    const { data } = await records.find(SYSTEM_ACTOR, {
      module: 'musterMessage',
      filter: { _id },
      fields: ['readBy', '_version'],
      limit: 1,
    });
    const [message] = data;
    const readers = textsOf(message?.['readBy']);
    if (message === undefined || readers.includes(userId)) return;
    const version = Number(message['_version']);
    const fields = { readBy: [...readers, userId] };
    await records.update(SYSTEM_ACTOR, { module: 'musterMessage', id: _id, quiet: true, version, fields });
  });
}

/** Names the notification of a user about a conversation: there is one, which a later message makes unread again. */
export function missedReference(user: string, conversation: string) {
  return { kind: MISSED_KIND, to: user, key: `missed/${conversation}` };
}

/** Reads and saves again if another save came in between: of another reader, or of a new message. */
export async function repeatIfOvertaken<Result>(save: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await save();
    } catch (error) {
      const isOvertaken = error instanceof MusterError && error.code === 'version_conflict';
      if (attempt >= ATTEMPTS || !isOvertaken) throw error;
    }
}

/**
 * Marks messages of a conversation as read by a user, at most 500, and counts what is left. `filter` narrows the messages. Returns the number
 * that is left.
 */
export async function markRead(context: PluginRouteContext, userId: string, member: Member, filter: JsonObject = {}): Promise<number> {
  const { conversation, people } = member;
  const { data: unread } = await findUnread(context, userId, { ...filter, conversation });
  // In a conversation of two only one other person reads: the same value for all.
  if (people.length <= 2 && unread.length > 0) {
    const ids = unread.map(({ _id }) => _id);
    await context.records.updateMany(SYSTEM_ACTOR, { module: 'musterMessage', ids, quiet: true, fields: { readBy: [userId] } });
  } else for (const message of unread) await addReader(context, userId, message);
  return storeUnread(context, userId, member);
}

/** What is read of a member before it is counted again. */
const STATE_FIELDS = ['unread', 'notified', '_version'];

/** Stores how many messages of a conversation the user has not read, unless a new one comes meanwhile: then it counts again. */
function storeUnread(context: PluginRouteContext, userId: string, { _id, conversation }: Member): Promise<number> {
  const { records } = context;
  return repeatIfOvertaken(async () => {
    const { data } = await records.find(SYSTEM_ACTOR, { module: 'chatMembers', filter: { _id }, fields: STATE_FIELDS, limit: 1 });
    const [member] = data;
    const left = Math.min((await findUnread(context, userId, { conversation }, 1)).total, MAX_UNREAD);
    if (member === undefined || Number(member['unread'] ?? 0) === left) return left;
    const version = Number(member['_version']);
    const fields = { unread: left, ...(left === 0 ? { unread_since: null, notified: false } : {}) };
    await records.update(SYSTEM_ACTOR, { module: 'chatMembers', id: _id, quiet: true, version, fields });
    if (left === 0 && member['notified'] === true) await context.markNotificationRead(missedReference(userId, conversation));
    return left;
  });
}

/** Unread messages of all conversations of a user. */
export async function countUnread(context: PluginRouteContext, userId: string): Promise<number> {
  const members = await findMembers(context, userId, { unread: { range: { gt: 0 } } }, MAX_UNREAD);
  return members.reduce((sum, { unread }) => sum + unread, 0);
}
