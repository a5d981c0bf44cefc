import type { TransitionRequirement, TransitionRequirementCheck } from '#ui';
import { isFilled } from '../shared/is-filled.ts';
import { REJECTION_STATUSES, rejectionText } from '../shared/rejection.ts';

/** The requirement of a status: a rejection status requires a reason if the sub has none yet. */
export const checkReasonRequirement: TransitionRequirementCheck = (status, sub): TransitionRequirement | undefined => {
  if (typeof status !== 'string' || !REJECTION_STATUSES.includes(status) || status === sub['status'] || isFilled(sub['rejection_reason']))
    return undefined;
  return { fields: ['rejection_reason'], hint: 'Needs reason', message: rejectionText(status) };
};
