import type { PreSaveContext } from '#engine';
import { isListed } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';
import { refuseAtFields } from '../services/refuse-at-fields.ts';

/** The text is the specification's own. */
const TEXT = 'This profession requires a license. Please choosen one before saving.';

/** Whether this save is the time to ask: the sub is new, moves on, comes to be of another lead, or would lose its license. */
function isDue({ event }: PreSaveContext<'subs'>): boolean {
  const changed = event.changed();
  // Leads that turn out to be one person change nothing about what was submitted.
  const isOtherLead = changed.has('leads_subs') && event.changeSource !== 'merge';
  return event.kind === 'create' || isOtherLead || changed.has('status') || changed.has('license_doe');
}

/** A lead whose profession is not among the unlicensed ones is submitted with a license. */
export async function requireLicense(context: PreSaveContext<'subs'>): Promise<void> {
  const { event, draft, unit } = context;
  if (!event.isEdit() || isFilled(draft.license_doe) || !isFilled(draft.leads_subs) || !isDue(context)) return;
  const lead = await unit.get('leads', draft.leads_subs);
  if (!isFilled(lead?.profession) || isListed(context.setting('unlicensed_professions'), [lead.profession])) return;
  refuseAtFields(context, 'sub_needs_license', TEXT, ['license_doe']);
}
