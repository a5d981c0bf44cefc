import type { PreSaveContext } from '#engine';
import { today } from '#engine/model';
import { missingFilter } from '../../shared/item.ts';
import { nameItems } from '../services/name-items.ts';

/** The start of a placement cannot be confirmed while a required item of its record is open. The setting turns the rule off. */
export async function requireCredentials(context: PreSaveContext<'placements'>): Promise<void> {
  const { event, draft, unit, setting, refuse } = context;
  if (!event.isEdit() || event.isBulkLoad || event.kind !== 'update' || event.changeSource === 'merge') return;
  if (!event.changed().has('confirmed_start_date') || (draft.confirmed_start_date ?? '') === '') return;
  if (setting('confirm_needs_credentialing') !== true) return;
  const records = await unit.find('credentialing', {
    placements_credentialing: event.id,
    not: { credentialing_status: { in: ['Closed'] } },
  });
  const ids = records.map(({ _id }) => _id);
  if (ids.length === 0) return;
  const missing = await unit.find('credentialingRequiredItems', {
    relatedCredentialingRecord: { in: ids },
    ...missingFilter(today(context)),
  });
  if (missing.length === 0) return;
  const message = `The start cannot be confirmed. Still open: ${nameItems(missing)}.`;
  refuse('credentialing_items_open', {
    message,
    data: { items: missing.map(({ _id }) => _id) },
    details: [{ field: 'confirmed_start_date', code: 'credentialing_items_open', message }],
  });
}
