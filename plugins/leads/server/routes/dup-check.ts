import { SYSTEM_ACTOR, type PluginRouteAnswer, type PluginRouteContext } from '#engine';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model';
import { IDENTITY_FIELDS } from '../../shared/lead-identity.ts';
import { findDuplicates, listOfIds } from '../services/find-duplicates.ts';
import { readBody } from '../services/read-body.ts';
import { showDuplicates } from '../services/show-duplicates.ts';

/** An id that no record has. */
const NOBODY = '00000000-0000-7000-8000-000000000000';

/** `POST /api/leads/dup-check`: the fields of a lead (with its `_id` when it is saved); answers the matches without saving anything. */
export async function handleDupCheck(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const lead = readBody(context);
  await assertMayAsk(context, lead);
  const id = typeof lead._id === 'string' ? lead._id : undefined;
  // The asker must see the lead; what it was told apart from is the product's to read.
  if (id !== undefined) await context.records.get(context.actor, { module: 'leads', id });
  const saved = id === undefined ? undefined : await context.records.get(SYSTEM_ACTOR, { module: 'leads', id });
  // The search looks at all leads; what it answers is cut to what the asker may see.
  const unit = {
    find: async (module: string, filter: JsonValue, options?: { readonly limit?: number }): Promise<readonly RecordDocument[]> =>
      (await context.records.find(SYSTEM_ACTOR, { module, filter, limit: options?.limit ?? 50 })).data as readonly RecordDocument[],
  };
  const { found } = await findDuplicates(unit, { lead, id, dismissed: listOfIds(saved?.not_duplicates) });
  return { body: (await showDuplicates(context.records, context.actor, found)) as unknown as JsonValue };
}

/** Asking whether someone has this phone is a search by phone, and needs the same rights: of the module, and of each field. */
async function assertMayAsk({ records, actor }: PluginRouteContext, lead: JsonObject): Promise<void> {
  const asked = IDENTITY_FIELDS.filter((field) => Object.hasOwn(lead, field) && lead[field] !== null);
  await records.find(actor, { module: 'leads', filter: { _id: NOBODY, ...Object.fromEntries(asked.map((field) => [field, { exists: true }])) }, limit: 1 });
}
