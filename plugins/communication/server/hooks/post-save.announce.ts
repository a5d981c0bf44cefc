import type { EffectContext } from '#engine';
import { announceChatMessage, announceComment, readId } from '../announce.ts';
import { DIALER_EVENT, MESSAGE_EVENT } from '../live-events.ts';

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

/** Tells the organizer of a call campaign its new state and how many are still to be called. */
export async function announceDialerState({ event, record, live }: EffectContext<'dialerCampaigns'>): Promise<void> {
  if (event.kind !== 'update' || record === undefined) return;
  if (!event.changedFields.includes('status') && !event.changedFields.includes('remainingCalls')) return;
  const organizer = readId(record.organizer);
  if (organizer === undefined) return;
  // An empty list is stored as none.
  const remainingCalls = Array.isArray(record.remainingCalls) ? record.remainingCalls.length : 0;
  await live.send(
    DIALER_EVENT,
    { campaign: event.id, state: Number(record.status), remainingCalls },
    { users: [organizer], record: { module: 'dialerCampaigns', id: event.id } },
  );
}
