import type { WorkflowOverview } from '#engine/model/wire';

const IDLE = 90 * 24 * 60 * 60 * 1000;

/** Whether a published workflow that is on did not run in the last 90 days before a time, and was not changed in them. */
export function isIdle(overview: WorkflowOverview | null | undefined, now: number): boolean {
  if (overview?.active !== true) return false;
  return ![overview.lastRunAt, overview.updatedAt].some((instant) => instant !== null && now - Date.parse(instant) < IDLE);
}
