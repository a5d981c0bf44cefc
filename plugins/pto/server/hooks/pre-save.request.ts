import type { PreSaveContext } from '#engine';
import { findBalance } from '../services/find-balance.ts';
import { nameRequest } from '../../shared/request-name.ts';
import { toText } from '#engine/model';
import type { PtoRequestsRecord, Unchecked } from '../../../records.d.ts';

async function nameOf(unit: PreSaveContext['unit'], request: Unchecked<PtoRequestsRecord>): Promise<string> {
  const user = await unit.get('users', toText(request.users_ptoRequests));
  return nameRequest(toText(user?.name), toText(request.pto_date), Number(request.hours_requested));
}

/** Links a request to the balance of its user and year, sets its name, and warns if a new request exceeds the balance. */
export async function prepareRequest(context: PreSaveContext<'ptoRequests'>): Promise<void> {
  const { event, draft, unit } = context;
  if (event.kind !== 'create' && event.kind !== 'update') return;
  const changed = event.changed();
  if (
    event.kind === 'update' &&
    !(['users_ptoRequests', 'pto_date', 'status', 'hours_requested'] as const).some((field) => changed.has(field))
  )
    return;
  // A denied or cancelled request deducts nothing, so its balance may be missing.
  if (event.kind === 'update' && (draft.status === 'Denied' || draft.status === 'Cancelled')) return;
  const balance = await findBalance(context, draft);
  draft.ptoBalance_ptoRequests = balance._id;
  // The requester can see the request, also with a role that only shows own records.
  if (event.kind === 'create') draft.assigned_to ??= draft.users_ptoRequests ?? null;
  // A generated name follows what it is made of; a name that somebody gave stays.
  if (toText(draft.name) === '' || (event.before !== undefined && draft.name === (await nameOf(unit, event.before))))
    draft.name = await nameOf(unit, draft);
  if (event.kind === 'create' && draft.status !== 'Approved' && Number(draft.hours_requested) > Number(balance.balance)) {
    context.warn('pto_over_balance', `Not have enough PTO time available... Only ${Number(balance.balance)} hours are left.`);
  }
}
