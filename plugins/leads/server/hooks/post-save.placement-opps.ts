import { SYSTEM_ACTOR, type EffectContext } from '#engine';
import { addDays, getSaveDay, takeCharacters, toText } from '#engine/model';

/** Maximum length of the lead's name in the subject. */
const NAME_LENGTH = 200;

/**
 * The follow-up of the status placement opps: a task for the owner of the lead, or for the user who set the status, to find placements.
 * Then the lead is marked; the mark belongs to the batch of the save, so that both are undone together. No second task is created while
 * one is open.
 */
export async function followUpPlacementOpps(context: EffectContext<'leads'>): Promise<void> {
  const { event, record: lead, actor } = context;
  if (event.isBulkLoad || lead === undefined || lead.deleted === true || lead.placement_opp_automation_ran === true) return;
  const isDue = event.kind === 'create' || (event.kind === 'update' && event.changedFields.includes('lead_status'));
  if (!isDue || lead.lead_status !== 'placement_opps' || !(await context.isLatest('lead_status'))) return;
  const about = { module: 'leads', id: event.id };
  const day = getSaveDay(context);
  await context.createOnce({
    module: 'tasks',
    purpose: 'placement-opps',
    unless: { related_record: { equals: about }, task_type: 'Follow up', not: { status: 'Completed' } },
    fields: {
      subject: `Find placements: ${takeCharacters(toText(lead.name), NAME_LENGTH)}`,
      task_type: 'Follow up',
      start_date: day,
      due_date: addDays(day, 1),
      related_record: about,
      assigned_to: lead.assigned_to ?? actor.userId ?? null,
    },
  });
  await context.records.update(SYSTEM_ACTOR, {
    module: 'leads',
    id: event.id,
    fields: { placement_opp_automation_ran: true },
    batchId: event.batchId,
    changeSource: 'follow-up',
    quiet: true,
  });
}
