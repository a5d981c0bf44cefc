import { SYSTEM_ACTOR, type EffectContext } from '#engine';
import { buildMatchingLeadsFilter, findJobLocation } from '../services/match-filters.ts';

/**
 * Matches a new job with leads, in the background because the search may take longer than a save, and marks it as processed. A job
 * without a known location matches nobody. The mark belongs to the batch of the save, so that both are undone together.
 */
export async function matchNewJob(context: EffectContext): Promise<void> {
  const { event, records, log } = context;
  if (event.kind !== 'create' || event.isBulkLoad) return;
  const {
    data: [job],
  } = await records.find(SYSTEM_ACTOR, { module: 'jobs', filter: { _id: event.id }, limit: 1 });
  // It was deleted since, or an earlier attempt marked it.
  if (job === undefined || job['new_job_processed'] === true) return;
  const location = findJobLocation(job);
  const setting = (key: string): ReturnType<typeof context.setting> => context.setting(key);
  const { total } =
    location === undefined
      ? { total: 0 }
      : await records.find(SYSTEM_ACTOR, {
          module: 'leads',
          filter: buildMatchingLeadsFilter({ setting }, job['profession'], location, Number(setting('match_miles'))),
          fields: ['_id'],
          limit: 1,
        });
  log.info({ job: event.id, leads: total }, 'a new job was matched');
  await records.update(SYSTEM_ACTOR, {
    module: 'jobs',
    id: event.id,
    fields: { new_job_processed: true },
    batchId: event.batchId,
    changeSource: 'matching',
    quiet: true,
  });
}
