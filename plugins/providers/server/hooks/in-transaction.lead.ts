import type { InTransactionContext } from '#engine';
import { isLeaving } from '../../shared/provider-access.ts';

/** Who leaves is a lead to be kept in mind again. */
const FUTURE = 'future_opp';

/** When a provider leaves, the lead that they were moves to future opp in the same save, with what the leads plugin keeps of it. */
export async function moveLeadToFutureOpp(context: InTransactionContext<'providers'>): Promise<void> {
  const { event, record, unit } = context;
  if (event.kind !== 'update' || event.changeSource === 'undo' || record.leads_providers === undefined || !isLeaving(event.before, record)) return;
  const lead = await unit.get('leads', record.leads_providers);
  if (lead === undefined || lead.deleted === true || lead.lead_status === FUTURE) return;
  await context.update('leads', lead._id, { lead_status: FUTURE });
}
