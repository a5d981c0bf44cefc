/** Statuses of closed jobs. */
export const CLOSED: readonly string[] = ['Closed - Won', 'Closed - Lost', 'Cancelled'];

/** The status in which candidates have been selected and no more are wanted. */
const SUBMITTING = 'Submit Candidates';

export function isClosed(status: unknown): boolean {
  return typeof status === 'string' && CLOSED.includes(status);
}

/** Whether a job with this status is no longer advertised. */
export function endsAdvertising(status: unknown): boolean {
  return isClosed(status) || status === SUBMITTING;
}
