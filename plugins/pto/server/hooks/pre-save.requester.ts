import type { PreSaveContext } from '#engine';
import { textOf } from '../../shared/text-of.ts';

/** What an approval says yes to: a change of it while approved is a new approval. */
const APPROVED = ['status', 'users_ptoRequests', 'hours_requested', 'pto_date'] as const;

/**
 * Who asks for time off asks for themselves, unless they may edit everybody's requests; and nobody approves their own,
 * System Admins aside. The rights are those of the person, whatever plugin or workflow saves for them.
 */
export async function checkRequester(context: PreSaveContext<'ptoRequests'>): Promise<void> {
  const { event, draft, rights } = context;
  const { userId } = event.actor;
  if ((event.kind !== 'create' && event.kind !== 'update') || userId === undefined || rights.unrestricted) return;
  const changed = event.changed();
  const isOwn = textOf(draft.users_ptoRequests) === userId;
  if (!isOwn && changed.has('users_ptoRequests') && rights.module(event.module.name).edit !== 'All') context.refuse('pto_for_another', { details: [{ field: 'users_ptoRequests', code: 'pto_for_another', message: 'Choose yourself.' }] });
  if (isOwn && draft.status === 'Approved' && APPROVED.some((field) => changed.has(field))) context.refuse('pto_own_approval', { details: [{ field: 'status', code: 'pto_own_approval', message: 'Somebody else approves your request.' }] });
}
