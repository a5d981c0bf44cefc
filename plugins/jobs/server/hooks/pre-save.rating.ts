import type { PreSaveContext } from '#engine';
import { RATING_FIELDS, rateJob, readRatingCriteria } from '../../shared/rate-job.ts';
import { needsRecalculation } from '../services/needs-recalculation.ts';

/** Stores the rating of a job, so that lists can sort by it. */
export function updateRating(context: PreSaveContext): void {
  if (needsRecalculation(context, RATING_FIELDS))
    context.draft['job_rating'] = rateJob(
      context.draft,
      readRatingCriteria(context.setting('job-rating-conditionals'), context.setting('bill-rates')),
    );
}
