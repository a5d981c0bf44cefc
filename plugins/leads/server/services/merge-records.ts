import type { PluginRouteAnswer, PluginRouteContext } from '#engine';
import type { JsonObject } from '#engine/model';

/** Modules whose activities have a field of their own for them. */
const LINKS: { readonly [module: string]: string } = { leads: 'lead', accounts: 'account', contacts: 'contact', subs: 'sub' };

/** Modules that an activity can be about. */
const RELATED = ['accounts', 'contacts', 'leads', 'providers', 'subs'];

export interface MergeRequest {
  readonly module: string;
  readonly primaryId: string;
  /** Empty when only values of a record that was never saved go into the primary. */
  readonly duplicateIds: readonly string[];
  readonly fields: JsonObject;
}

/** Merges within the caller's rights and records a Merge activity in the same commit, all in one batch that can be undone. */
export async function mergeRecords(context: PluginRouteContext, request: MergeRequest): Promise<PluginRouteAnswer> {
  const { module, duplicateIds } = request;
  const merged = await context.records.merge(context.actor, { ...request, notes: RELATED.includes(module) ? [noteMerge(request)] : [], batchId: context.batchId, changeSource: 'merge' });
  return { body: { success: true, record: merged.record, merged: duplicateIds, moved: merged.moved }, batchId: merged.batchId };
}

function noteMerge({ module, primaryId, duplicateIds }: MergeRequest): { readonly module: string; readonly fields: JsonObject } {
  const link = LINKS[module];
  return { module: 'activities', fields: { ...nameActivity(duplicateIds.length), activityType: 'Merge', relatedRecord: { module, id: primaryId }, relatedModule: module, ...(link === undefined ? {} : { [link]: primaryId }) } };
}

function nameActivity(count: number): JsonObject {
  if (count === 0) return { name: 'Merged what was typed for a new record' };
  return { name: count === 1 ? 'Merged 1 duplicate' : `Merged ${count} duplicates` };
}
