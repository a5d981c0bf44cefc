import type { JsonObject } from '#engine/model';

/** Filter for accounts with a job in one of the statuses, and of the profession if one is given. */
export function buildHiringAccountFilter(statuses: readonly string[], profession: string | undefined): JsonObject {
  return { accounts_jobs: { related: buildHiringJobFilter(statuses, profession) } };
}

/** Filter for the jobs themselves. */
export function buildHiringJobFilter(statuses: readonly string[], profession: string | undefined): JsonObject {
  return { job_status: { in: statuses }, ...(profession === undefined ? {} : { profession }) };
}
