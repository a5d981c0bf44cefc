import { MusterError, paginateRecords, type PluginJobContext, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';
import { CLOSED } from '../../shared/closing.ts';
import { RATING_FIELDS, rateJob, readRatingCriteria, type RatingCriteria } from '../../shared/rate-job.ts';

/** Recalculates the rating of jobs after a change of the settings. Closed jobs are always rated 0. */
export async function recalculateRatings(context: PluginJobContext): Promise<JsonObject> {
  const terms = readRatingCriteria(context.setting('job-rating-conditionals'), context.setting('bill-rates'));
  let rated = 0;
  for await (const jobs of paginateRecords(context, {
    module: 'jobs',
    filter: { not: { job_status: { in: [...CLOSED] } } },
    fields: [...RATING_FIELDS, 'job_rating', '_version'],
  })) {
    for (const job of jobs) if (await recalculateRating(context, job, terms)) rated += 1;
  }
  return { rated };
}

/** Returns whether the rating changed. If another user saves the job meanwhile, that save sets the rating. */
async function recalculateRating({ records, actor }: PluginJobContext, job: VisibleRecord, terms: RatingCriteria): Promise<boolean> {
  const job_rating = rateJob(job, terms);
  if (job_rating === job['job_rating']) return false;
  try {
    await records.update(actor, {
      module: 'jobs',
      id: job._id,
      fields: { job_rating },
      version: Number(job['_version']),
      changeSource: 'rating',
    });
    return true;
  } catch (error) {
    if (error instanceof MusterError) return false;
    throw error;
  }
}
