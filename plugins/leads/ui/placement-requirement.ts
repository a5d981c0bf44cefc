import type { TransitionRequirementCheck } from '#ui';
import { listMissingPlacementFields } from '../shared/placement-fields.ts';

/** The requirement of a status: placement opps requires the missing hours and dates of the lead. */
export const checkPlacementRequirement: TransitionRequirementCheck = (status, lead) => {
  const fields = status === 'placement_opps' ? listMissingPlacementFields(lead) : [];
  return fields.length === 0
    ? undefined
    : { fields, hint: 'Needs hours and dates', message: 'Placement opps needs the hours and the date from which the lead is available.' };
};
