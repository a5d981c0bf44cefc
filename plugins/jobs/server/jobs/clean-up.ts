import { paginateRecords, type PluginJobContext } from '#engine';
import { timestampToDay, dayToTimestamp, today, type JsonObject } from '#engine/model';

const DAY = 24 * 3_600_000;
/** Age in days from which a job is old. */
const OLD = 60;

/**
 * Filter for jobs older than this and not yet flagged for clean-up. The age counts from the posting date, or from the
 * creation date if there is none.
 */
function oldJobs(context: PluginJobContext): JsonObject {
  const oldest = timestampToDay(dayToTimestamp(today(context)) - OLD * DAY);
  const before: JsonObject = { range: { lt: oldest } };
  return { needs_cleanup: false, or: [{ post_date: before }, { post_date: { exists: false }, createdAt: before }] };
}

/** Flags old jobs for clean-up. A job that cannot be saved is skipped and retried at the next run. */
export async function markOldJobs(context: PluginJobContext): Promise<JsonObject> {
  const { records, actor } = context;
  const count = { marked: 0, refused: 0 };
  for await (const jobs of paginateRecords(context, { module: 'jobs', filter: oldJobs(context), fields: ['_id'] })) {
    const { done, refused } = await records.updateMany(actor, {
      module: 'jobs',
      ids: jobs.map(({ _id }) => _id),
      fields: { needs_cleanup: true },
      changeSource: 'clean-up',
    });
    count.marked += done.length;
    count.refused += refused.length;
  }
  return count;
}
