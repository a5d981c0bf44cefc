import type { PreSaveContext } from '#engine';
import { isListed } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';
import { refuseAtFields } from '../services/refuse-at-fields.ts';

/** The text is defined by the specification. */
const TEXT = 'This profession requires a license. Please choosen one before saving.';

/** Whether the save is checked: the sub is new, changes its status or its lead, or loses its license. */
function isDue({ event }: PreSaveContext<'subs'>): boolean {
  const changed = event.changed();
  // A merge of leads changes no submission.
  const isOtherLead = changed.has('leads_subs') && event.changeSource !== 'merge';
  return event.kind === 'create' || isOtherLead || changed.has('status') || changed.has('license_doe');
}

/** Requires a license for a lead whose profession is not in the list of unlicensed professions. */
export async function requireLicense(context: PreSaveContext<'subs'>): Promise<void> {
  const { event, draft, unit } = context;
  if (!event.isEdit() || isFilled(draft.license_doe) || !isFilled(draft.leads_subs) || !isDue(context)) return;
  const lead = await unit.get('leads', draft.leads_subs);
  if (!isFilled(lead?.profession) || isListed(context.setting('unlicensed_professions'), [lead.profession])) return;
  refuseAtFields(context, 'sub_needs_license', TEXT, ['license_doe']);
}
