import type { PreSaveContext } from '#engine';
import { isListed } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';
import { refuseAtFields } from '../services/refuse-at-fields.ts';

/** The text is the specification's own. */
const TEXT = 'You must move the status to Interview Schedule when booking an interview for a managed account sub.';
const BOOKING = ['interview_date', 'interview_booked_date'] as const;

/** Whether the save books an interview, or books it anew. What a merge fills in was booked before. */
function isBooking({ event, draft }: PreSaveContext<'subs'>): boolean {
  const changed = event.changed();
  return event.changeSource !== 'merge' && BOOKING.some((field) => changed.has(field) && isFilled(draft[field]));
}

/** An interview at a managed account is booked together with its status. The setting names accounts, or gives their ids. */
export async function requireInterviewStatus(context: PreSaveContext<'subs'>): Promise<void> {
  const { event, draft, unit } = context;
  if (!event.isEdit() || draft.status === 'InterviewScheduled' || !isFilled(draft.accounts_subs) || !isBooking(context)) return;
  const account = await unit.get('accounts', draft.accounts_subs);
  if (account !== undefined && isListed(context.setting('managed_accounts'), [account._id, account.name])) refuseAtFields(context, 'interview_needs_status', TEXT, ['status']);
}
