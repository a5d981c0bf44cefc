import type { WorkflowStep } from '../definitions/index.ts';

type Approval = Extract<WorkflowStep, { readonly type: 'approval' }>;

/** The properties of an approval that contain steps. */
export const APPROVAL_OUTCOMES = ['whenApproved', 'whenDeclined', 'whenTimedOut'] as const;

/** The steps that follow the outcomes of an approval, each with its property; only those that it has. */
export function listOutcomes(step: Approval): readonly (readonly [(typeof APPROVAL_OUTCOMES)[number], readonly WorkflowStep[]])[] {
  return APPROVAL_OUTCOMES.flatMap((name) => {
    const steps = step[name];
    return steps === undefined ? [] : [[name, steps] as const];
  });
}
