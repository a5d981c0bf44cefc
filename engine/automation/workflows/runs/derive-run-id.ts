import { createHash } from 'node:crypto';

/** The id of a run that another one starts: the same each time, and a UUID, since it is the id of a batch. */
export function deriveRunId(run: string, part: string): string {
  const digest = createHash('sha256').update(`${run}/${part}`).digest('hex');
  return `${run.slice(0, 14)}7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`;
}
