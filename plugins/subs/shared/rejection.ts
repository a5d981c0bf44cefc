import { isFilled } from './is-filled.ts';

/** Statuses of a sub that say no, and so say why. */
export const REJECTION_STATUSES: readonly string[] = ['Rejected', 'Provider Withdrew - Future Opp', 'Provider Withdrew - Declined Interview'];

/** Why new values for many subs are not sent as they are, whatever some of them hold already; undefined: they are. */
export function checkMassRejection(fields: Readonly<Record<string, unknown>>): string | undefined {
  const { status } = fields;
  if (!isFilled(status) || !REJECTION_STATUSES.includes(status) || isFilled(fields['rejection_reason'])) return undefined;
  return status === 'Rejected' ? 'A rejection reason is required when a sub status is rejected. Please add one and try again.' : rejectionText(status);
}

/** Why a sub does not move to a status that says no. */
export function rejectionText(status: string): string {
  return status === 'Rejected' ? 'A rejection reason is required when changing the status to rejected.' : 'A rejection reason is required when moving the sub to this status.';
}
