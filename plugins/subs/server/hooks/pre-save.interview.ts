import type { PreSaveContext } from '#engine';
import { isListed } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';
import { refuseAtFields } from '../services/refuse-at-fields.ts';

/** The text is defined by the specification. */
const TEXT = 'You must move the status to Interview Schedule when booking an interview for a managed account sub.';
const BOOKING = ['interview_date', 'interview_booked_date'] as const;

/** Whether the save books an interview or changes the booking. Values that a merge fills in were booked before. */
function isBooking({ event, draft }: PreSaveContext<'subs'>): boolean {
  const changed = event.changed();
  return event.changeSource !== 'merge' && BOOKING.some((field) => changed.has(field) && isFilled(draft[field]));
}

/** Requires the interview status when an interview is booked at a managed account. The setting lists accounts by name or id. */
export async function requireInterviewStatus(context: PreSaveContext<'subs'>): Promise<void> {
  const { event, draft, unit } = context;
  if (!event.isEdit() || draft.status === 'InterviewScheduled' || !isFilled(draft.accounts_subs) || !isBooking(context)) return;
  const account = await unit.get('accounts', draft.accounts_subs);
  if (account !== undefined && isListed(context.setting('managed_accounts'), [account._id, account.name]))
    refuseAtFields(context, 'interview_needs_status', TEXT, ['status']);
}
