import { isFilled } from './is-filled.ts';

/** Rejection statuses of a sub, which require a reason. */
export const REJECTION_STATUSES: readonly string[] = [
  'Rejected',
  'Provider Withdrew - Future Opp',
  'Provider Withdrew - Declined Interview',
];

/** Why the values of a mass update are not sent, regardless of the current values of the subs; undefined if they are valid. */
export function checkMassRejection(fields: Readonly<Record<string, unknown>>): string | undefined {
  const { status } = fields;
  if (!isFilled(status) || !REJECTION_STATUSES.includes(status) || isFilled(fields['rejection_reason'])) return undefined;
  return status === 'Rejected'
    ? 'A rejection reason is required when a sub status is rejected. Please add one and try again.'
    : rejectionText(status);
}

/** The error text for a rejection status without a reason. */
export function rejectionText(status: string): string {
  return status === 'Rejected'
    ? 'A rejection reason is required when changing the status to rejected.'
    : 'A rejection reason is required when moving the sub to this status.';
}
