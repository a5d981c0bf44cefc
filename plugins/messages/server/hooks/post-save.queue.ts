import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { SEND_MESSAGE } from '../jobs/send-message.ts';

/** Adds the job that sends a queued message. One that waits for its next attempt has its job already. */
export async function sendQueued({ event, record, addJob }: EffectContext<'messages'>): Promise<void> {
  if (record?.status !== 'Queued' || record.deleted === true || toText(record.message_id) === '') return;
  // It is sent over a mail account, by the plugin of the accounts.
  if (toText(record.mail_account) !== '') return;
  const isNew = event.kind === 'create' || event.kind === 'restore';
  const wasQueued = event.changedFields.includes('status') && event.before?.status !== 'Sending';
  if (!event.isBulkLoad && (isNew || wasQueued)) await addJob(SEND_MESSAGE, { message: event.id });
}
