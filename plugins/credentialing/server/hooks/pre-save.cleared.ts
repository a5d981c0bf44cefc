import type { PreSaveContext } from '#engine';
import { today } from '#engine/model';
import { missingFilter } from '../../shared/item.ts';
import { nameItems } from '../services/name-items.ts';

/** A record is cleared when all its required items are complete, and is dated then. */
export async function clearRecord(context: PreSaveContext<'credentialing'>): Promise<void> {
  const { event, draft, unit, refuse } = context;
  if (
    !event.isEdit() ||
    event.isBulkLoad ||
    draft.credentialing_status !== 'Cleared to Start' ||
    !event.changed().has('credentialing_status')
  )
    return;
  const missing =
    event.kind === 'create'
      ? []
      : await unit.find('credentialingRequiredItems', { relatedCredentialingRecord: event.id, ...missingFilter(today(context)) });
  if (missing.length > 0) {
    const message = `Not cleared yet. Still open: ${nameItems(missing)}.`;
    refuse('credentialing_items_open', {
      message,
      data: { items: missing.map(({ _id }) => _id) },
      details: [{ field: 'credentialing_status', code: 'credentialing_items_open', message }],
    });
  }
  draft.cleared_date ??= today(context);
}
