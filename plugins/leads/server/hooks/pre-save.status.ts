import type { PreSaveContext } from '#engine';

const DEFAULT_ACTIVE = ['new', 'attempting_contact', 'screening', 'qualified', 'placement_opps', 'submitted'];

/**
 * Stores the previous status with every change, and records when a lead leaves the active statuses. The follow-up of placement opps is
 * due each time that a lead gets this status. An undo restores the values that were stored before.
 */
export async function updateStatusHistory(context: PreSaveContext<'leads'>): Promise<void> {
  const { event, draft } = context;
  const previous = event.before?.lead_status;
  if (event.kind !== 'update' || event.changeSource === 'undo' || !event.changed().has('lead_status') || typeof previous !== 'string')
    return;
  draft.previous_status = previous;
  if (draft.lead_status === 'placement_opps' && draft.placement_opp_automation_ran === true) draft.placement_opp_automation_ran = false;
  const setting = context.setting('active_lead_statuses');
  const active: readonly unknown[] = Array.isArray(setting) ? setting : DEFAULT_ACTIVE;
  if (active.includes(previous) && !active.includes(draft.lead_status)) draft.past_active = true;
}
