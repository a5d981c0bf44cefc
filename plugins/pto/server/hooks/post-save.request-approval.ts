import type { EffectContext } from '#engine';
import { toText } from '#engine/model';

/** Notifies those who may approve a request that it is pending: one that is new, or that is pending again. */
export async function requestApproval({ event, record, notify }: EffectContext<'ptoRequests'>): Promise<void> {
  if (event.isBulkLoad || record === undefined || record.deleted === true || record.status !== 'Pending') return;
  if (event.kind !== 'create' && !(event.kind === 'update' && event.changedFields.includes('status'))) return;
  await notify({
    kind: 'approval_requested',
    // Nobody approves their own request.
    to: { whoMayEdit: 'status', except: [toText(record.users_ptoRequests)] },
    module: 'ptoRequests',
    record: event.id,
    key: event.changeId,
  });
}
