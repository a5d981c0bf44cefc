import { paginateRecords, SYSTEM_ACTOR, type PluginJobContext } from '#engine';
import { WAITING_STATUSES } from '../../shared/message.ts';
import { SEND_MESSAGE } from './send-message.ts';

/** Messages that wait for longer than all attempts take have no job any more. */
const FORGOTTEN_AFTER_MS = 1_800_000;

/** Adds a job for messages that lost theirs, such as with the data of a queue. */
export async function recoverMessages(context: PluginJobContext): Promise<void> {
  const before = new Date(context.clock.now() - FORGOTTEN_AFTER_MS).toISOString();
  const filter = { status: { in: [...WAITING_STATUSES] }, message_id: { exists: true }, updatedAt: { range: { lt: before } } };
  const pages = paginateRecords({ ...context, actor: SYSTEM_ACTOR }, { module: 'messages', filter, fields: ['_version'] });
  for await (const page of pages)
    for (const { _id, _version } of page)
      await context.addJob(SEND_MESSAGE, { message: _id }, { id: `recover-${_id}-${Number(_version)}` });
}
