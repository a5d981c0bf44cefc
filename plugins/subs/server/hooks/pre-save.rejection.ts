import type { PreSaveContext } from '#engine';
import { isFilled } from '../../shared/is-filled.ts';
import { REJECTING, rejectionText } from '../../shared/rejection.ts';
import { refuseFor } from '../services/refuse-for.ts';

const WATCHED = ['status', 'rejection_reason'] as const;

/** A sub moves to a status that says no with a reason alone, and keeps it there. */
export function requireReason(context: PreSaveContext<'subs'>): void {
  const { event, draft } = context;
  const { status } = draft;
  if (!event.isAsked() || !isFilled(status) || !REJECTING.includes(status) || isFilled(draft.rejection_reason)) return;
  const changed = event.changed();
  if (!WATCHED.some((field) => changed.has(field))) return;
  refuseFor(context, 'rejection_reason_required', rejectionText(status), ['rejection_reason']);
}
