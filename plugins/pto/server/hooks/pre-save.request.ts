import type { PreSaveContext } from '#engine';
import { findBalance } from '../services/find-balance.ts';
import { textOf } from '../../shared/text-of.ts';

/** Ties a request to the balance of its user and year, names it, and warns when a new one asks for more than there is. */
export async function prepareRequest(context: PreSaveContext<'ptoRequests'>): Promise<void> {
  const { event, draft, unit } = context;
  if (event.kind !== 'create' && event.kind !== 'update') return;
  const changed = event.changed();
  if (event.kind === 'update' && !(['users_ptoRequests', 'pto_date', 'status', 'hours_requested'] as const).some((field) => changed.has(field))) return;
  // A request that is denied or cancelled holds nothing, so it may outlive its balance.
  if (event.kind === 'update' && (draft.status === 'Denied' || draft.status === 'Cancelled')) return;
  const balance = await findBalance(context, draft);
  draft.ptoBalance_ptoRequests = balance._id;
  // Who asks for time off sees the request, also with a role that shows own records alone.
  if (event.kind === 'create') draft.assigned_to ??= draft.users_ptoRequests ?? null;
  if (draft.name === undefined || draft.name === '') {
    const user = await unit.get('users', textOf(draft.users_ptoRequests));
    draft.name = `${textOf(user?.name) || 'Time off'}, ${textOf(draft.pto_date)}`;
  }
  if (event.kind === 'create' && draft.status !== 'Approved' && Number(draft.hours_requested) > Number(balance.balance)) {
    context.warn('pto_over_balance', `Not have enough PTO time available... Only ${Number(balance.balance)} hours are left.`);
  }
}
