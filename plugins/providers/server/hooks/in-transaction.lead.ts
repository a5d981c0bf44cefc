import type { InTransactionContext } from '#engine';
import { isLeaving } from '../../shared/provider-access.ts';

/** The status of the lead of a provider who leaves. */
const FUTURE = 'future_opp';

/** Moves the lead of a provider who leaves to future opp in the same save, with the status history of the leads plugin. */
export async function moveLeadToFutureOpp(context: InTransactionContext<'providers'>): Promise<void> {
  const { event, record, unit } = context;
  if (event.kind !== 'update' || event.changeSource === 'undo' || record.leads_providers === undefined || !isLeaving(event.before, record))
    return;
  const lead = await unit.get('leads', record.leads_providers);
  if (lead === undefined || lead.deleted === true || lead.lead_status === FUTURE) return;
  await context.update('leads', lead._id, { lead_status: FUTURE });
}
