import type { PreSaveContext } from '#engine';
import { RATED_BY, rateJob, readTerms } from '../../shared/rate-job.ts';
import { isWriting } from '../services/is-writing.ts';

/** A job carries its rating, so that lists sort by it. */
export function keepRating(context: PreSaveContext): void {
  if (isWriting(context, RATED_BY)) context.draft['job_rating'] = rateJob(context.draft, readTerms(context.setting('job-rating-conditionals'), context.setting('bill-rates')));
}
