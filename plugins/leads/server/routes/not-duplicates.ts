import { SYSTEM_ACTOR, type PluginRouteAnswer, type PluginRouteContext } from '#engine';
import { readBody, readTexts } from '../services/read-body.ts';

/** `POST /api/leads/{id}/not-duplicates` `{ ids }`: remembers that these are other people, so that nobody is asked again. */
export async function handleNotDuplicates(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const id = context.parameters.id ?? '';
  const ids = readTexts(context, readBody(context), 'ids', 100);
  // The asker must see the lead and each of the others; the field itself is nobody's to write.
  const lead = await context.records.get(context.actor, { module: 'leads', id });
  for (const other of ids) await context.records.get(context.actor, { module: 'leads', id: other });
  const known = Array.isArray(lead.not_duplicates) ? lead.not_duplicates : [];
  const fields = { not_duplicates: [...new Set([...known, ...ids])] as string[] };
  const { batchId } = await context.records.update(SYSTEM_ACTOR, { module: 'leads', id, fields, changeSource: 'not a duplicate' });
  return { body: { success: true, ids }, batchId };
}
