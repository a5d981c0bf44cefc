import type { ApprovalLinkView, ApprovalView } from '#engine/model/wire';
import type { Actor } from '../../../access/index.ts';
import type { WorkflowRunView } from '../operations/run-view.ts';

/** Which approvals to list. */
export interface ApprovalsInput {
  /** Only of a record of this module; needs `record`. */
  readonly module?: string | undefined;
  readonly record?: string | undefined;
  /** Only of this run. */
  readonly run?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A decision about the approval that a run waits for. */
export interface DecisionInput {
  readonly outcome: 'approved' | 'declined';
  /** At most 2,000 characters; default: none. */
  readonly comment?: string | undefined;
  /** Path of the step; default: the one that the run waits in. */
  readonly step?: string | undefined;
}

/** The hand-over of an approval. */
export interface DelegationInput {
  /** Id of the user who decides instead. */
  readonly to: string;
  readonly comment?: string | undefined;
}

/** What approvers do. Rights are those of the moment: whoever is no approver any more, or does not see the record, cannot decide. */
export interface ApprovalOperations {
  /** A page of the approvals that wait for the actor, the oldest first; at most 200 are found. */
  list(actor: Actor, input: ApprovalsInput): Promise<{ readonly data: readonly ApprovalView[]; readonly total: number }>;
  /**
   * Approves or declines; the run goes on. Of several at once one decides.
   * @throws `workflow_run_not_found`, `approval_not_waiting`, `approval_decided`, `approval_not_yours`, `workflow_not_active`.
   */
  decide(actor: Actor, run: string, input: DecisionInput): Promise<WorkflowRunView>;
  /**
   * Hands the approval over to another user, who is notified. The actor cannot decide any more.
   * @throws those of `decide`, `approval_delegate_invalid` for a user who is not active, does not see the record, or is the actor.
   */
  delegate(actor: Actor, run: string, input: DelegationInput): Promise<WorkflowRunView>;
  /**
   * What the link of an e-mail is about. It decides nothing.
   * @throws `approval_link_invalid`, also when the user of the link cannot decide any more.
   */
  readLink(token: string): Promise<ApprovalLinkView>;
  /**
   * Decides in the name of the user of a link.
   * @throws `approval_link_invalid`, those of `decide`.
   */
  decideByLink(token: string, input: Pick<DecisionInput, 'outcome' | 'comment'>): Promise<ApprovalLinkView>;
}
