import type { EffectContext } from '#engine';
import { announceChatMessage, announceComment, readId } from '../announce.ts';
import { MESSAGE_EVENT } from '../live-events.ts';

/** Whether the save created a record that people have not heard of; demo data are no news. */
function isNew({ event, record }: Pick<EffectContext, 'event' | 'record'>): boolean {
  return event.kind === 'create' && !event.isBulkLoad && record !== undefined && record['deleted'] !== true;
}

/** Announces a new chat message to its recipients. */
export async function announceNewChatMessage(context: EffectContext<'musterMessage'>): Promise<void> {
  const { event, record, live } = context;
  if (isNew(context) && record !== undefined) await announceChatMessage(live, event.id, record);
}

/** Announces a new comment to everyone else who may see it. */
export async function announceNewComment(context: EffectContext<'socialComments'>): Promise<void> {
  const { event, record, live } = context;
  if (isNew(context) && record !== undefined) await announceComment(live, event.id, record);
}

/** Announces a received message to the user whom it is assigned to. */
export async function announceReceivedMessage(context: EffectContext<'messages'>): Promise<void> {
  const { event, record, live } = context;
  if (!isNew(context) || record?.direction !== 'Inbound') return;
  const owner = readId(record.assigned_to);
  if (owner !== undefined)
    await live.send(MESSAGE_EVENT, { message: event.id }, { users: [owner], record: { module: 'messages', id: event.id } });
}
