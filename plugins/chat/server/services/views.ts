import type { PluginRouteContext, VisibleRecord } from '#engine';
import { toText, type JsonValue } from '#engine/model';
import { textsOf, type ChatPerson, type ConversationView, type MessageView } from '../../shared/chat.ts';
import type { Member } from './members.ts';

type Context = Pick<PluginRouteContext, 'records' | 'actor'>;
type Names = ReadonlyMap<string, ChatPerson>;

/** Characters of the last message in a list of conversations. */
const PREVIEW = 140;

/** Users by id, with the names that the caller may read. */
export async function readNames({ records, actor }: Context, ids: readonly string[]): Promise<Names> {
  const links = [...new Set(ids)].map((id) => ({ module: 'users', id }));
  const found = [...(await records.names(actor, links)).values()];
  return new Map(found.flatMap(({ _id, name }) => (name === undefined ? [] : [[_id, { _id, name }]])));
}

function personOf(names: Names, id: string): ChatPerson {
  return names.get(id) ?? { _id: id, name: '' };
}

/** Conversations as the caller sees them, with their last messages. */
export async function viewConversations(
  context: Context,
  userId: string,
  members: readonly Member[],
): Promise<readonly ConversationView[]> {
  const data = await findLastMessages(
    context,
    members.map(({ lastMessage }) => lastMessage).filter((id) => id !== ''),
  );
  const messages = new Map(data.map((one) => [one._id, one]));
  const names = await readNames(
    context,
    members.flatMap(({ people }) => people),
  );
  return members.map((member) => viewConversation(member, messages.get(member.lastMessage), names, userId));
}

async function findLastMessages({ records, actor }: Context, ids: readonly string[]): Promise<readonly VisibleRecord[]> {
  if (ids.length === 0) return [];
  const fields = ['message', 'created_by', 'attachments'];
  return (await records.find(actor, { module: 'musterMessage', filter: { _id: { in: [...ids] } }, fields, limit: ids.length })).data;
}

function viewConversation(member: Member, message: VisibleRecord | undefined, names: Names, userId: string): ConversationView {
  const people = member.people.filter((id) => id !== userId).map((id) => personOf(names, id));
  const [author = ''] = textsOf(message?.['created_by']);
  return {
    key: member.conversation,
    name: member.groupName || people.map(({ name }) => name).join(', '),
    people,
    isGroup: people.length > 1,
    groupName: member.groupName,
    last:
      message === undefined
        ? null
        : { text: previewOf(message), isOwn: author === userId, by: author === userId ? '' : personOf(names, author).name },
    lastAt: member.lastAt,
    unread: member.unread,
    removed: member.removed,
  };
}

function previewOf(message: VisibleRecord): string {
  const text = toText(message['message']).replace(/\s+/g, ' ').trim();
  const shown =
    text === ''
      ? filesOf(message['attachments'])
          .map(({ name }) => name)
          .join(', ')
      : text;
  return shown.length > PREVIEW ? `${shown.slice(0, PREVIEW - 1)}…` : shown;
}

function filesOf(value: JsonValue | undefined): MessageView['attachments'] {
  const rows = (Array.isArray(value) ? value : []) as readonly { readonly name?: JsonValue; readonly path?: JsonValue }[];
  return rows.map(({ name, path }) => ({ name: toText(name), path: toText(path) }));
}

/** Messages as the caller sees them. */
export async function viewMessages(context: Context, userId: string, messages: readonly VisibleRecord[]): Promise<readonly MessageView[]> {
  const names = await readNames(
    context,
    messages.flatMap((one) => [...textsOf(one['created_by']), ...textsOf(one['readBy'])]),
  );
  return messages.map((one) => {
    const [author] = textsOf(one['created_by']);
    const readers = textsOf(one['readBy']);
    const isOwn = author === userId;
    return {
      _id: one._id,
      text: toText(one['message']),
      by: author === undefined ? null : personOf(names, author),
      isOwn,
      at: toText(one['createdAt']),
      isEdited: one['updatedAt'] !== one['createdAt'],
      isUnread: !isOwn && !readers.includes(userId),
      readBy: readers.filter((id) => id !== userId && id !== author).map((id) => personOf(names, id)),
      attachments: filesOf(one['attachments']),
    };
  });
}
