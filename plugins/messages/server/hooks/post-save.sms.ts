import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { FETCH_MEDIA } from '../jobs/fetch-media.ts';
import { SEND_SMS } from '../jobs/send-sms.ts';
import { TEXT_MESSAGE_EVENT } from '../live-events.ts';
import { replyToSms, enterDecision } from '../services/reply-to-sms.ts';

/** Adds the job that sends a queued text message, for the time from which on it may be sent. A deferred one has its job already. */
export async function sendQueuedSms({ event, record, clock, addJob }: EffectContext<'sms'>): Promise<void> {
  if (record?.status !== 'Queued' || record.deleted === true || record.send_after === undefined) return;
  const isNew = event.kind === 'create' || event.kind === 'restore';
  const wasQueued = event.changedFields.includes('status') && event.before?.status !== 'Sending';
  if (event.isBulkLoad || !(isNew || wasQueued)) return;
  await addJob(SEND_SMS, { message: event.id }, { delay: Math.max(0, Date.parse(record.send_after) - clock.now()) });
}

/** A received text message: what it decides, its automatic answer, and notices to its owner. */
export async function receiveSms(context: EffectContext<'sms'>): Promise<void> {
  const { event, record, live, notify, addJob } = context;
  if (event.kind !== 'create' || event.isBulkLoad || record?.direction !== 'Inbound' || record.carrier_id === undefined) return;
  const sms = { ...record, _id: event.id };
  if ((record.media ?? []).length > 0) await addJob(FETCH_MEDIA, { message: event.id });
  await enterDecision(context, sms);
  await replyToSms(context, sms);
  const owner = toText(record.assigned_to);
  if (owner === '') return;
  await live.send(TEXT_MESSAGE_EVENT, { message: event.id }, { users: [owner], record: { module: 'sms', id: event.id } });
  await notify({ kind: 'text_received', to: [owner], module: 'sms', record: event.id, key: event.id, by: null });
}
