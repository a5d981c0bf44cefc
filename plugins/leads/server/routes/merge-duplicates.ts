import type { PluginRouteAnswer, PluginRouteContext } from '#engine';
import { mergeRecords } from '../services/merge-records.ts';
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
  const duplicateIds = readTexts(context, body, 'duplicateIds', { least: 0, most: MOST });
  if (duplicateIds.includes(primaryId)) context.refuse('body_invalid', { message: 'The body is not valid: a lead cannot be merged into itself.' });
  return mergeRecords(context, { module: 'leads', primaryId, duplicateIds, fields: readFields(context, body, 'fields') });
}
