import type { InTransactionContext } from '#engine';
import { readOwner } from '../../shared/sharing.ts';

/** The charts of a report go with it to its new owner. */
export async function moveCharts(context: InTransactionContext<'reports'>): Promise<void> {
  const { event, record, unit } = context;
  if (event.before === undefined || !event.changed().has('assigned_to')) return;
  const owner = readOwner(record);
  for (const chart of await unit.find('reportCharts', { report: event.id }))
    if (readOwner(chart) !== owner) await context.update('reportCharts', chart._id, { assigned_to: owner === '' ? null : owner });
}
