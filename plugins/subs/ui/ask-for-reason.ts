import type { Gate, GateCheck } from '#ui';
import { isFilled } from '../shared/is-filled.ts';
import { REJECTING, rejectionText } from '../shared/rejection.ts';

/** What a status asks for: one that says no, a reason, where the sub has none yet. */
export const askForReason: GateCheck = (status, sub): Gate | undefined => {
  if (typeof status !== 'string' || !REJECTING.includes(status) || status === sub['status'] || isFilled(sub['rejection_reason'])) return undefined;
  return { fields: ['rejection_reason'], text: 'Needs reason', why: rejectionText(status) };
};
