import { MusterError, paginateRecords, type PluginJobContext, type VisibleRecord } from '#engine';
import { today, type JsonObject } from '#engine/model';

/** Records that are saved at the same time: the store writes them together. */
const CONCURRENCY = 50;

/**
 * Marks approved items as expired after their date, so that they are open again. One that somebody saves meanwhile is left to the next
 * run.
 */
export async function expireItems(context: PluginJobContext): Promise<JsonObject> {
  const count = { expired: 0, left: 0 };
  const filter = {
    status: 'Approved',
    expiration_date: { range: { lt: today(context) } },
    relatedCredentialingRecord: { exists: true },
  };
  const pages = paginateRecords(context, { module: 'credentialingRequiredItems', filter, fields: ['_id', '_version'] });
  for await (const items of pages)
    for (let start = 0; start < items.length; start += CONCURRENCY) {
      context.signal.throwIfAborted();
      const done = await Promise.all(items.slice(start, start + CONCURRENCY).map((item) => expire(context, item)));
      count.expired += done.filter(Boolean).length;
      count.left += done.filter((isDone) => !isDone).length;
    }
  return count;
}

async function expire({ records, actor }: PluginJobContext, { _id, _version }: VisibleRecord): Promise<boolean> {
  try {
    await records.update(actor, {
      module: 'credentialingRequiredItems',
      id: _id,
      fields: { status: 'Expired' },
      version: Number(_version),
      changeSource: 'expired',
    });
    return true;
  } catch (error) {
    if (error instanceof MusterError && error.status < 500) return false;
    throw error;
  }
}
