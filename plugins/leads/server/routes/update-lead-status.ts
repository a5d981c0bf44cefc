import { withWarnings, type PluginRouteResponse, type PluginRouteContext } from '#engine';
import { readBody, readText } from '../services/read-body.ts';

/**
 * `POST /api/leads/update-lead-status` `{ leadId, oldStatus?, newStatus, changeSource? }`: a regular save. Returns a
 * conflict if the current status is not `oldStatus`.
 */
export async function handleStatusUpdate(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const body = readBody(context);
  const id = readText(context, body, 'leadId');
  const newStatus = readText(context, body, 'newStatus');
  const current = await context.records.get(context.actor, { module: 'leads', id });
  const idempotency = context.idempotencyKeyFor('lead');
  const isStale = typeof body.oldStatus === 'string' && current.lead_status !== body.oldStatus;
  // With an idempotency key, an earlier attempt may have been saved already; the save then returns its stored result.
  const isApplied = idempotency !== undefined && current.lead_status === newStatus;
  if (isStale && !isApplied) context.refuse('version_conflict', { data: { current } });
  const { record, batchId, warnings } = await context.records.update(context.actor, {
    module: 'leads',
    id,
    fields: { lead_status: newStatus },
    batchId: context.batchId,
    idempotency,
    version: typeof current._version === 'number' ? current._version : undefined,
    changeSource: typeof body.changeSource === 'string' ? body.changeSource.slice(0, 100) : undefined,
  });
  return { body: withWarnings(record, warnings), batchId };
}
