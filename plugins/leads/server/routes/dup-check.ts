import { SYSTEM_ACTOR, type PluginRouteAnswer, type PluginRouteContext } from '#engine';
import type { JsonValue, RecordDocument } from '#engine/model';
import { findDuplicates, showDuplicates } from '../services/find-duplicates.ts';
import { readBody } from '../services/read-body.ts';

/** `POST /api/leads/dup-check`: the fields of a lead (with its `_id` when it is saved); answers the matches without saving anything. */
export async function handleDupCheck(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const lead = readBody(context);
  // The search looks at all leads; what it answers is cut to what the asker may see.
  const unit = {
    find: async (module: string, filter: JsonValue, options?: { readonly limit?: number }): Promise<readonly RecordDocument[]> =>
      (await context.records.find(SYSTEM_ACTOR, { module, filter, limit: options?.limit ?? 50 })).data as readonly RecordDocument[],
  };
  const found = await findDuplicates(unit, lead, typeof lead._id === 'string' ? [lead._id] : []);
  return { body: (await showDuplicates(context.records, context.actor, found)) as unknown as JsonValue };
}
