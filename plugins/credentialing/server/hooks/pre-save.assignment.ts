import type { PreSaveContext } from '#engine';
import { DONE_STATUSES, isAmong } from '../../shared/item.ts';

/** Warns when an item expires before the assignment of its record ends. */
export async function warnOfAssignment(context: PreSaveContext<'credentialingRequiredItems'>): Promise<void> {
  const { event, draft, unit, warn } = context;
  const expires = draft.expiration_date;
  const changed = event.changed();
  if (!event.isEdit() || event.isBulkLoad || typeof expires !== 'string' || !isAmong(DONE_STATUSES, draft.status)) return;
  if (!(changed.has('status') || changed.has('expiration_date')) || typeof draft.relatedCredentialingRecord !== 'string') return;
  const record = await unit.get('credentialing', draft.relatedCredentialingRecord);
  const placement =
    record?.placements_credentialing === undefined ? undefined : await unit.get('placements', record.placements_credentialing);
  const end = placement?.end_date;
  if (end !== undefined && expires < end)
    warn('expires_in_assignment', `${draft.label ?? 'The item'} expires on ${expires}, before the assignment ends on ${end}.`);
}
