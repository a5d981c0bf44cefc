import type { TransitionRequirement, TransitionRequirementCheck } from '#ui';
import { isFilled } from '../shared/is-filled.ts';
import { REJECTION_STATUSES, rejectionText } from '../shared/rejection.ts';

/** What a status asks for: one that says no, a reason, where the sub has none yet. */
export const checkReasonRequirement: TransitionRequirementCheck = (status, sub): TransitionRequirement | undefined => {
  if (typeof status !== 'string' || !REJECTION_STATUSES.includes(status) || status === sub['status'] || isFilled(sub['rejection_reason'])) return undefined;
  return { fields: ['rejection_reason'], hint: 'Needs reason', message: rejectionText(status) };
};
