import type { InTransactionContext } from '#engine';
import type { RecordOf } from '#engine/model';

type Context = InTransactionContext<'credentialingRequiredItemMessages'>;
type Message = RecordOf<'credentialingRequiredItemMessages'>;

/** Counts on the item the messages of its provider that nobody of the staff has read. */
export async function countUnread(context: Context): Promise<void> {
  const { event, record, unit } = context;
  const id = record.required_item;
  const isOther = event.kind === 'update' && !event.changed().has('viewedBy') && !event.changed().has('required_item');
  if (event.isBulkLoad || isOther || id === undefined) return;
  const item = await unit.get('credentialingRequiredItems', id);
  if (item === undefined || item.deleted === true) return;
  const unread = await count(context, id);
  if (unread !== (item.unreadMessageCount ?? 0)) await context.update('credentialingRequiredItems', id, { unreadMessageCount: unread });
}

async function count({ event, record, unit }: Context, item: string): Promise<number> {
  const stored = await unit.find('credentialingRequiredItemMessages', { required_item: item });
  const messages = new Map<string, Message>(stored.map((message) => [message._id, message]));
  if (record.deleted === true || event.kind === 'remove') messages.delete(event.id);
  else messages.set(event.id, record);
  const types = new Map<string, string | undefined>();
  const typeOf = async (user: string): Promise<string | undefined> => {
    if (!types.has(user)) types.set(user, (await unit.get('users', user))?.userType);
    return types.get(user);
  };
  let unread = 0;
  for (const message of messages.values()) if (await isUnread(message, typeOf)) unread += 1;
  return unread;
}

async function isUnread(
  { created_by: author, viewedBy = [] }: Message,
  typeOf: (user: string) => Promise<string | undefined>,
): Promise<boolean> {
  if (author === undefined || (await typeOf(author)) !== 'Provider') return false;
  for (const user of viewedBy) if (((await typeOf(user)) ?? 'Provider') !== 'Provider') return false;
  return true;
}
