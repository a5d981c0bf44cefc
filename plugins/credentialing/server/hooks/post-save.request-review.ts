import type { EffectContext } from '#engine';
import { toText } from '#engine/model';

/** Notifies the owner of an item that was submitted for review. */
export async function requestReview({ event, record, notify }: EffectContext<'credentialingRequiredItems'>): Promise<void> {
  if (event.isBulkLoad || record === undefined || record.deleted === true || record.status !== 'Submitted') return;
  if (event.kind !== 'update' || !event.changedFields.includes('status')) return;
  const owner = toText(record.assigned_to);
  if (owner === '') return;
  await notify({ kind: 'approval_requested', to: [owner], module: 'credentialingRequiredItems', record: event.id, key: event.changeId });
}
