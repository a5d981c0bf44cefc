import type { PluginRouteAnswer, PluginRouteContext } from '#engine';
import { readBody, readFields, readText, readTexts } from '../services/read-body.ts';

/** More than anyone compares side by side. */
const MOST = 20;

/**
 * `POST /api/leads/merge-duplicates` `{ primaryId, duplicateIds, fields? }`: `fields` are the values chosen for the primary;
 * the rest of each duplicate moves into it, a Merge activity is recorded, and all of it is one batch that can be undone.
 */
export async function handleLeadMerge(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const body = readBody(context);
  const primaryId = readText(context, body, 'primaryId');
  const duplicateIds = Object.hasOwn(body, 'duplicateIds') && Array.isArray(body.duplicateIds) && body.duplicateIds.length === 0 ? [] : readTexts(context, body, 'duplicateIds', MOST);
  if (duplicateIds.includes(primaryId)) context.refuse('body_invalid', { message: 'The body is not valid: a lead cannot be merged into itself.' });
  const merged = await context.records.merge(context.actor, { module: 'leads', primaryId, duplicateIds, fields: readFields(context, body, 'fields'), batchId: context.batchId });
  await context.records.create(context.actor, {
    module: 'activities',
    fields: {
      name: duplicateIds.length === 1 ? 'Merged 1 duplicate' : `Merged ${duplicateIds.length} duplicates`,
      activityType: 'Merge',
      lead: primaryId,
      relatedRecord: { module: 'leads', id: primaryId },
      relatedModule: 'leads',
    },
    batchId: merged.batchId,
    changeSource: 'merge',
  });
  return { body: { success: true, record: merged.record, merged: duplicateIds, moved: merged.moved }, batchId: merged.batchId };
}
