import { MusterError, walkRecords, type PluginJobContext, type VisibleRecord } from '#engine';
import { CLOSED } from '../../shared/closing.ts';
import { RATED_BY, rateJob, readTerms, type RatingTerms } from '../../shared/rate-job.ts';

/** Rates jobs anew whose rating is another by the settings of today; one that is over has none whatever they say. */
export async function rateAnew(context: PluginJobContext): Promise<void> {
  const terms = readTerms(context.setting('job-rating-conditionals'), context.setting('bill-rates'));
  let rated = 0;
  for await (const jobs of walkRecords(context, { module: 'jobs', filter: { not: { job_status: { in: [...CLOSED] } } }, fields: [...RATED_BY, 'job_rating', '_version'] })) {
    for (const job of jobs) if (await rateOne(context, job, terms)) rated += 1;
  }
  if (rated > 0) context.log.info({ rated }, 'jobs were rated anew');
}

/** Answers whether the rating is another now. A job that someone saves meanwhile is rated by that save. */
async function rateOne({ records, actor }: PluginJobContext, job: VisibleRecord, terms: RatingTerms): Promise<boolean> {
  const job_rating = rateJob(job, terms);
  if (job_rating === job['job_rating']) return false;
  try {
    await records.update(actor, { module: 'jobs', id: job._id, fields: { job_rating }, version: Number(job['_version']), changeSource: 'rating' });
    return true;
  } catch (error) {
    if (error instanceof MusterError) return false;
    throw error;
  }
}
