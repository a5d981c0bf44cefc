import { withWarnings, type PluginRouteResponse, type PluginRouteContext } from '#engine';

/** A body that is valid for the schema of the route. */
interface StatusUpdate {
  readonly leadId: string;
  readonly oldStatus?: string | null;
  readonly newStatus: string;
  readonly changeSource?: string | null;
}

/**
 * `POST /api/leads/update-lead-status` `{ leadId, oldStatus?, newStatus, changeSource? }`: a regular save. Returns a
 * conflict if the current status is not `oldStatus`.
 */
export async function handleStatusUpdate(context: PluginRouteContext): Promise<PluginRouteResponse> {
  const { leadId: id, oldStatus, newStatus, changeSource } = context.body as unknown as StatusUpdate;
  const current = await context.records.get(context.actor, { module: 'leads', id });
  const idempotency = context.idempotencyKeyFor('lead');
  const isStale = typeof oldStatus === 'string' && current.lead_status !== oldStatus;
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
    changeSource: changeSource?.slice(0, 100),
  });
  return { body: withWarnings(record, warnings), batchId };
}
