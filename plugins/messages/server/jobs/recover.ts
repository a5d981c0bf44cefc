import { paginateRecords, SYSTEM_ACTOR, type PluginJobContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { WAITING_STATUSES } from '../../shared/message.ts';
import { SEND_MESSAGE } from './send-message.ts';
import { SEND_SMS } from './send-sms.ts';

/** Messages that wait for longer than all attempts take have no job any more. */
const FORGOTTEN_AFTER_MS = 1_800_000;

/** Adds a job for messages that lost theirs, such as with the data of a queue. Those over mail accounts have a job of another plugin. */
export async function recoverMessages(context: PluginJobContext): Promise<void> {
  const before = new Date(context.clock.now() - FORGOTTEN_AFTER_MS).toISOString();
  const forgotten = { status: { in: [...WAITING_STATUSES] }, updatedAt: { range: { lt: before } } };
  await addJobs(context, SEND_MESSAGE, 'messages', { ...forgotten, message_id: { exists: true }, mail_account: { exists: false } });
  // One of the evening waits until the morning.
  await addJobs(context, SEND_SMS, 'sms', { ...forgotten, send_after: { range: { lt: before } } });
}

async function addJobs(context: PluginJobContext, job: typeof SEND_MESSAGE, module: string, filter: JsonObject): Promise<void> {
  const pages = paginateRecords({ ...context, actor: SYSTEM_ACTOR }, { module, filter, fields: ['_version'] });
  for await (const page of pages)
    for (const { _id, _version } of page) await context.addJob(job, { message: _id }, { id: `recover-${_id}-${Number(_version)}` });
}
