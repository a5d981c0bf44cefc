import type { PreSaveContext } from '#engine';
import { listMissingPlacementFields } from '../../shared/placement-fields.ts';

const WATCHED = ['lead_status', 'available_hours', 'availability_date', 'new_grad', 'new_grad_expiration'] as const;

/**
 * Requires the fields that a recruiter needs to place a lead in placement opps. Leads that got this status before the
 * rule existed are not checked until one of these fields changes.
 */
export async function requirePlacementFields(context: PreSaveContext<'leads'>): Promise<void> {
  const { event, draft } = context;
  if ((event.kind !== 'create' && event.kind !== 'update') || draft.lead_status !== 'placement_opps') return;
  const changed = event.changed();
  if (event.kind === 'update' && !WATCHED.some((field) => changed.has(field))) return;
  const missing = listMissingPlacementFields(draft);
  if (missing.length === 0) return;
  const labels = missing.map((field) => event.module.fields.get(field)?.label ?? field);
  const list = labels.length === 1 ? labels[0] : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
  context.refuse('placement_opps_incomplete', {
    message: `${list} are required for placement opps`,
    details: missing.map((field) => ({ field, code: 'required', message: 'Required for placement opps.' })),
  });
}
