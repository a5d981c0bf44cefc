/** Statuses in which a job is over. */
export const CLOSED: readonly string[] = ['Closed - Won', 'Closed - Lost', 'Cancelled'];

/** The status in which candidates are chosen, and no more are looked for. */
const SUBMITTING = 'Submit Candidates';

export function isClosed(status: unknown): boolean {
  return typeof status === 'string' && CLOSED.includes(status);
}

/** Whether a job of this status is advertised no more. */
export function endsAdvertising(status: unknown): boolean {
  return isClosed(status) || status === SUBMITTING;
}
