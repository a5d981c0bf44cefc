import type { PluginRouteAnswer, PluginRouteContext } from '#engine';
import { mergeRecords } from '../services/merge-records.ts';
import { readBody, readText } from '../services/read-body.ts';

/** `POST /api/merge` `{ _moduleName, fromRecordId, toRecordId }`: one record of any module becomes part of another. */
export async function handleMerge(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const body = readBody(context);
  const [module, from, to] = ['_moduleName', 'fromRecordId', 'toRecordId'].map((name) => readText(context, body, name)) as [string, string, string];
  if (from === to) context.refuse('body_invalid', { message: 'The body is not valid: a record cannot be merged into itself.' });
  return mergeRecords(context, { module, primaryId: to, duplicateIds: [from], fields: {} });
}
