import type { PluginRouteAnswer, PluginRouteContext } from '#engine';
import { actAsProduct } from '../services/act-as-product.ts';
import { listOfIds } from '../services/find-duplicates.ts';
import { readBody, readTexts } from '../services/read-body.ts';

const MOST = 100;

/** `POST /api/leads/{id}/not-duplicates` `{ ids }`: remembers that these are other people, so that nobody is asked again. */
export async function handleNotDuplicates(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const { actor, records } = context;
  const id = context.parameters.id ?? '';
  const ids = readTexts(context, readBody(context), 'ids', { least: 1, most: MOST }).filter((other) => other !== id);
  // The asker must see all of them and may change this one; the field itself is the product's.
  for (const one of [id, ...ids]) await records.get(actor, { module: 'leads', id: one });
  const { allowed } = await records.explain(actor, { module: 'leads', id, action: 'edit' });
  if (!allowed) context.refuse('action_not_allowed', { message: 'You may not edit this record.' });
  const product = actAsProduct(actor);
  const lead = await records.get(product, { module: 'leads', id });
  const fields = { not_duplicates: [...new Set([...listOfIds(lead.not_duplicates), ...ids])] };
  const { batchId } = await records.update(product, { module: 'leads', id, fields, version: Number(lead._version), batchId: context.batchId, changeSource: 'not a duplicate' });
  return { body: { success: true, ids }, batchId };
}
