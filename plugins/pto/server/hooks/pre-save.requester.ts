import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';

/** Fields that an approval covers: a change of one of them while approved requires a new approval. */
const APPROVED = ['status', 'users_ptoRequests', 'hours_requested', 'pto_date'] as const;

/**
 * Users can request time off only for themselves, unless they can edit the requests of all users. Nobody can approve
 * their own request, except System Admins. The rights of the person apply, even if a plugin or workflow saves the
 * request.
 */
export async function checkRequester(context: PreSaveContext<'ptoRequests'>): Promise<void> {
  const { event, draft, rights } = context;
  const { userId } = event.actor;
  if ((event.kind !== 'create' && event.kind !== 'update') || userId === undefined || rights.unrestricted) return;
  const changed = event.changed();
  const isOwn = toText(draft.users_ptoRequests) === userId;
  if (!isOwn && changed.has('users_ptoRequests') && rights.module(event.module.name).edit !== 'All')
    context.refuse('pto_for_another', { details: [{ field: 'users_ptoRequests', code: 'pto_for_another', message: 'Choose yourself.' }] });
  if (isOwn && draft.status === 'Approved' && APPROVED.some((field) => changed.has(field)))
    context.refuse('pto_own_approval', {
      details: [{ field: 'status', code: 'pto_own_approval', message: 'Somebody else approves your request.' }],
    });
}
