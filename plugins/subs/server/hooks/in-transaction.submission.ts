import type { InTransactionContext } from '#engine';

/** Adds a Submission activity for a new sub to the timelines of its lead, its account and the sub. Both are saved or neither. */
export async function logSubmission(context: InTransactionContext<'subs'>): Promise<void> {
  const { event, record, clock } = context;
  if (event.kind !== 'create' || event.isBulkLoad) return;
  await context.create('activities', {
    name: record.name ?? null,
    activityType: 'Submission',
    activity_date: new Date(clock.now()).toISOString(),
    relatedRecord: { module: 'subs', id: event.id },
    relatedModule: 'subs',
    sub: event.id,
    lead: record.leads_subs ?? null,
    account: record.accounts_subs ?? null,
  });
}
