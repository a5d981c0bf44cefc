import type { InTransactionContext } from '#engine';
import { isRequired } from '../../shared/item.ts';

/** A record that was cleared is no longer when a required item expires, and accepts documents again. */
export async function reopenRecord(context: InTransactionContext<'credentialingRequiredItems'>): Promise<void> {
  const { event, record, unit } = context;
  const id = record.relatedCredentialingRecord;
  if (event.isBulkLoad || event.kind !== 'update' || record.status !== 'Expired' || id === undefined) return;
  if (event.changeSource === 'undo' || !event.changed().has('status') || !isRequired(record)) return;
  const parent = await unit.get('credentialing', id);
  if (parent?.credentialing_status !== 'Cleared to Start') return;
  await context.update('credentialing', id, { credentialing_status: 'Expired Items', locked: false });
}
