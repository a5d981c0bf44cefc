import { MusterError } from '../../../errors/index.ts';
import type { AccessScope, Actor } from '../../../access/index.ts';
import { describeRun } from '../operations/describe-run.ts';
import { requireRun } from '../runs/find-runs.ts';
import { addRunJob } from '../runs/run-jobs.ts';
import { changeRun, writeRun, type RunChange, type StoredRun } from '../runs/stored-run.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { tokensOf } from './approvers.ts';
import type { ApprovalOperations, DecisionInput, DelegationInput } from './contract.ts';
import { readVisible, requireApproval, type FoundApproval } from './find-approval.ts';
import { isLinkOf, type ApprovalDecision, type PendingApproval } from './pending-approval.ts';

/** Attempts of a decision while the run is changed by others: by saves of its record, reminders and hand-overs. */
const MAX_TRIES = 10;

/** How often one approval can be handed over. */
const MAX_DELEGATIONS = 50;

/** Approves or declines. Of several at once the first that is committed counts. */
export function decide(
  context: WorkflowContext,
  actor: Actor,
  id: string,
  { outcome, comment = '', step, token }: DecisionInput & { readonly token?: string },
): ReturnType<ApprovalOperations['decide']> {
  return changeApproval(context, actor, id, ({ approval }, by) => {
    if (step !== undefined && step !== approval.path) throw new MusterError('approval_not_waiting');
    if (token !== undefined && !isLinkOf(token, id, approval, by)) throw new MusterError('approval_link_invalid');
    const decision: ApprovalDecision = {
      ...{ outcome, by, comment, impersonator: actor.impersonatorId ?? null },
      at: new Date(context.clock.now()).toISOString(),
      via: token === undefined ? 'product' : 'link',
    };
    return Promise.resolve({ approval: { ...approval, decision } });
  });
}

/** Hands the approval over; the run goes on to ask the other user. */
export function delegate(
  context: WorkflowContext,
  actor: Actor,
  id: string,
  { to, comment = '' }: DelegationInput,
): ReturnType<ApprovalOperations['delegate']> {
  return changeApproval(context, actor, id, async (found, by) => {
    await assertDelegate(context, found, { by, to });
    const at = new Date(context.clock.now()).toISOString();
    const delegations = [...found.approval.delegations, { from: by, to, at, comment }];
    const notified = found.approval.notified.filter((user) => user !== to);
    const approval = { ...found.approval, delegations, notified };
    return { approval, approvers: tokensOf(found.rule, approval) };
  });
}

/** Errors: `approval_delegate_invalid`. */
async function assertDelegate(
  context: WorkflowContext,
  { module, record, approval }: FoundApproval,
  { by, to }: { readonly by: string; readonly to: string },
): Promise<void> {
  const scope = await context.access.scope({ kind: 'user', userId: to });
  const seen =
    to === by || approval.delegations.length >= MAX_DELEGATIONS ? undefined : await readVisible(context, scope, { module, id: record._id });
  if (seen === undefined) throw new MusterError('approval_delegate_invalid');
}

type Change = (found: FoundApproval, by: string) => Promise<{ readonly approval: PendingApproval } & RunChange>;

/** Changes the approval of a run, and continues the run. A run that others changed meanwhile is read again, with the rights of then. */
async function changeApproval(
  context: WorkflowContext,
  actor: Actor,
  id: string,
  change: Change,
): ReturnType<ApprovalOperations['decide']> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const scope = await context.access.scope(actor);
    const run = await requireRun(context.store, id);
    const found = await requireOpen(context, scope, run);
    const changed = { ...(await change(found, actor.userId ?? '')), due: context.clock.now() };
    const next = changeRun(run, changed);
    const { _id, _version, ...fields } = next;
    if (!(await context.store.commit({ writes: [writeRun(_id, run, fields)] })).committed) continue;
    await addRunJob(context.queue, `approval-${id}-${next._version}`, [id]);
    return describeRun(scope.snapshot, next, scope.rights.unrestricted);
  }
  throw new MusterError('workflow_run_changed');
}

/** Errors: those of `requireApproval`, `approval_decided`. */
async function requireOpen(context: WorkflowContext, scope: AccessScope, run: StoredRun): Promise<FoundApproval> {
  // A program with an API token has only the rights of its scopes, none of which is to decide.
  if (scope.actor.scopes !== undefined) throw new MusterError('approval_not_yours');
  const found = await requireApproval(context, scope, run);
  const { decision } = found.approval;
  if (decision !== undefined) throw new MusterError('approval_decided', { values: { outcome: decision.outcome } });
  return found;
}
