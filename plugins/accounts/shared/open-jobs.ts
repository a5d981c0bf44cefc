import type { JsonObject } from '#engine/model';

/** The filter of accounts that have work for someone: a job in one of the statuses, of the profession where one is named. */
export function buildHiringAccountFilter(statuses: readonly string[], profession: string | undefined): JsonObject {
  return { accounts_jobs: { related: buildHiringJobFilter(statuses, profession) } };
}

/** The filter of the jobs themselves. */
export function buildHiringJobFilter(statuses: readonly string[], profession: string | undefined): JsonObject {
  return { job_status: { in: statuses }, ...(profession === undefined ? {} : { profession }) };
}
