import type { PreSaveContext } from '#engine';
import { isFilled } from '../../shared/is-filled.ts';
import { REJECTION_STATUSES, rejectionText } from '../../shared/rejection.ts';
import { refuseAtFields } from '../services/refuse-at-fields.ts';

const WATCHED = ['status', 'rejection_reason'] as const;

/** Requires a reason while a sub has a rejection status. */
export function requireReason(context: PreSaveContext<'subs'>): void {
  const { event, draft } = context;
  const { status } = draft;
  if (!event.isEdit() || !isFilled(status) || !REJECTION_STATUSES.includes(status) || isFilled(draft.rejection_reason)) return;
  const changed = event.changed();
  if (!WATCHED.some((field) => changed.has(field))) return;
  refuseAtFields(context, 'rejection_reason_required', rejectionText(status), ['rejection_reason']);
}
