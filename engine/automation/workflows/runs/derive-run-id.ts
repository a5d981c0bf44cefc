import { createHash } from 'node:crypto';

/** The id of a run that another one starts: the same each time, and a UUID, since it is the id of a batch. */
export function deriveRunId(run: string, part: string): string {
  const digest = createHash('sha256').update(`${run}/${part}`).digest('hex');
  return `${run.slice(0, 14)}7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}

/** What the ids of a time begin with, for runs that are derived from it. */
export function timePrefixOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-`;
}
