import { SYSTEM_ACTOR, type PluginRouteAnswer, type PluginRouteContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { NOBODY } from '../services/nobody.ts';
import { filterSame, readIdentity } from '../services/same-job.ts';

/** More than there can be but for a bulk load. */
const MOST = 50;

/** `POST /api/jobs/checkForExistingJobsMatchingData` `{ custom_job_title, zip, idToExcludeFromSearch? }`: whether the rule of saves would find another. */
export async function handleExistingJobs({ records, actor, body }: PluginRouteContext): Promise<PluginRouteAnswer> {
  const { custom_job_title, zip, idToExcludeFromSearch } = body as JsonObject;
  // Asking whether there is such a job is a search by its title and ZIP, and needs the same rights.
  await records.find(actor, { module: 'jobs', filter: { _id: NOBODY, custom_job_title: { exists: true }, zip: { exists: true } }, limit: 1 });
  const identity = readIdentity(custom_job_title, zip);
  if (identity === undefined) return { body: { exists: false, data: [], hidden: 0 } };
  const { data: all } = await records.find(SYSTEM_ACTOR, { module: 'jobs', filter: filterSame(identity), fields: ['_id'], limit: MOST });
  const ids = all.map(({ _id }) => _id).filter((id) => id !== idToExcludeFromSearch);
  const seen = ids.length === 0 ? [] : (await records.find(actor, { module: 'jobs', filter: { _id: { in: ids } }, limit: MOST })).data;
  return { body: { exists: ids.length > 0, data: [...seen], hidden: ids.length - seen.length } };
}
