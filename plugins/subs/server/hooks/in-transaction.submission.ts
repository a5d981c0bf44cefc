import type { InTransactionContext } from '#engine';

/** A new sub is told in the line of time of its lead, its account and its own: an activity that is there with it, or not at all. */
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
