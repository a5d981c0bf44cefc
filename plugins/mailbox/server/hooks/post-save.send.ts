import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { SEND_FROM_ACCOUNT } from '../jobs/send-from-account.ts';

/** Adds the job that sends a queued message over a mail account. One that waits for its next attempt has its job already. */
export async function sendQueuedOver({ event, record, addJob }: EffectContext<'messages'>): Promise<void> {
  if (record?.status !== 'Queued' || record.deleted === true || toText(record.mail_account) === '') return;
  const isNew = event.kind === 'create' || event.kind === 'restore';
  const wasQueued = event.changedFields.includes('status') && event.before?.status !== 'Sending';
  if (!event.isBulkLoad && (isNew || wasQueued)) await addJob(SEND_FROM_ACCOUNT, { message: event.id });
}
