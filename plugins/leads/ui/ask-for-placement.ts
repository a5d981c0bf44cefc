import type { Gate, GateCheck } from '#ui';
import { missingForPlacement } from '../shared/placement-needs.ts';

/** What a status asks for: placement opps, the hours and dates that the lead lacks. */
export const askForPlacement: GateCheck = (status, lead): Gate | undefined => {
  const fields = status === 'placement_opps' ? missingForPlacement(lead) : [];
  return fields.length === 0 ? undefined : { fields, text: 'Needs hours and dates', why: 'Placement opps needs the hours and the date from which the lead is available.' };
};
