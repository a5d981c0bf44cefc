import type { TransitionRequirement, TransitionRequirementCheck } from '#ui';
import { endsAdvertising, isClosed } from '../shared/closing.ts';

/** Describes the effect of a status where it is offered; requires no input. */
export const checkClosingNotice: TransitionRequirementCheck = (status, job): TransitionRequirement | undefined => {
  if (!endsAdvertising(status) || status === job['job_status'] || isClosed(job['job_status'])) return undefined;
  return isClosed(status)
    ? { fields: [], hint: 'Ends posting', message: 'The job is over: it is dated, taken off the main job board, and its boost ends.' }
    : { fields: [], hint: 'Off main board', message: 'The job is taken off the main job board, and its boost ends.' };
};
