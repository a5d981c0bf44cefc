import { SYSTEM_ACTOR, type PluginRouteResponse, type PluginRouteContext } from '#engine';
import type { JsonObject } from '#engine/model';
import { NO_RECORD_ID } from '../services/no-record-id.ts';
import { buildDuplicateFilter, readIdentity } from '../services/job-identity.ts';

/** Only a bulk load can create more duplicates than this. */
const MAX_DUPLICATES = 50;

/**
 * `POST /api/jobs/checkForExistingJobsMatchingData` `{ custom_job_title, zip, idToExcludeFromSearch? }`: whether the
 * duplicate rule would find another job.
 */
export async function handleExistingJobs({ records, actor, body }: PluginRouteContext): Promise<PluginRouteResponse> {
  const { custom_job_title, zip, idToExcludeFromSearch } = body as JsonObject;
  // The check is a search by title and ZIP and requires the same rights.
  await records.find(actor, {
    module: 'jobs',
    filter: { _id: NO_RECORD_ID, custom_job_title: { exists: true }, zip: { exists: true } },
    limit: 1,
  });
  const identity = readIdentity(custom_job_title, zip);
  if (identity === undefined) return { body: { exists: false, data: [], hidden: 0 } };
  const { data: all } = await records.find(SYSTEM_ACTOR, {
    module: 'jobs',
    filter: buildDuplicateFilter(identity),
    fields: ['_id'],
    limit: MAX_DUPLICATES,
  });
  const ids = all.map(({ _id }) => _id).filter((id) => id !== idToExcludeFromSearch);
  const seen =
    ids.length === 0 ? [] : (await records.find(actor, { module: 'jobs', filter: { _id: { in: ids } }, limit: MAX_DUPLICATES })).data;
  return { body: { exists: ids.length > 0, data: [...seen], hidden: ids.length - seen.length } };
}
