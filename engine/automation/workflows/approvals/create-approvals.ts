import type { WorkflowContext } from '../workflow-context.ts';
import { decideByLink, showLink } from './approval-links.ts';
import type { ApprovalOperations } from './contract.ts';
import { decide, delegate } from './decide.ts';
import { listApprovals } from './list-approvals.ts';

/** Creates what approvers do. */
export function createApprovals(context: () => WorkflowContext): ApprovalOperations {
  return {
    list: (actor, input) => listApprovals(context(), actor, input),
    decide: (actor, run, input) => decide(context(), actor, run, input),
    delegate: (actor, run, input) => delegate(context(), actor, run, input),
    readLink: (token) => showLink(context(), token),
    decideByLink: (token, input) => decideByLink(context(), token, input),
  };
}
