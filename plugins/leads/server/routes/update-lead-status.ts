import type { PluginRouteAnswer, PluginRouteContext } from '#engine';
import { readBody, readText } from '../services/read-body.ts';

/** `POST /api/leads/update-lead-status` `{ leadId, oldStatus?, newStatus, changeSource? }`: a save like any other; a status that is no longer the old one is a conflict. */
export async function handleStatusUpdate(context: PluginRouteContext): Promise<PluginRouteAnswer> {
  const body = readBody(context);
  const id = readText(context, body, 'leadId');
  const newStatus = readText(context, body, 'newStatus');
  const current = await context.records.get(context.actor, { module: 'leads', id });
  if (typeof body.oldStatus === 'string' && current.lead_status !== body.oldStatus) context.refuse('version_conflict', { data: { current } });
  const { record, batchId, warnings } = await context.records.update(context.actor, {
    module: 'leads',
    id,
    fields: { lead_status: newStatus },
    batchId: context.batchId,
    version: typeof current._version === 'number' ? current._version : undefined,
    changeSource: typeof body.changeSource === 'string' ? body.changeSource.slice(0, 100) : undefined,
  });
  return { body: warnings.length > 0 ? { ...record, _warnings: warnings.map(({ code, text }) => ({ code, text })) } : record, batchId };
}
