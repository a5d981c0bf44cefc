import type { CompiledModule } from '#engine/model/compiled';
import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import { MusterError } from '../../../errors/index.ts';
import type { AccessScope } from '../../../access/index.ts';
import type { VisibleRecord } from '../../../records/index.ts';
import { stepsOf } from '../matching/compiled-workflows.ts';
import type { StoredRun } from '../runs/stored-run.ts';
import { hideMissing } from '../values/hide-missing.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { isApprover, readApproverRule, type ApproverRule } from './approvers.ts';
import type { PendingApproval } from './pending-approval.ts';

/** An approval that waits, as a user sees it. */
export interface FoundApproval {
  readonly approval: PendingApproval;
  readonly workflow: WorkflowDefinition;
  readonly module: CompiledModule;
  readonly record: VisibleRecord;
  readonly rule: ApproverRule;
}

/**
 * The approval that a run waits for, if the user may decide it now. Errors: `workflow_run_not_found` for a run of a record that the user does
 * not see, `approval_not_waiting`, `workflow_not_active`, `approval_not_yours`.
 */
export async function requireApproval(context: WorkflowContext, scope: AccessScope, run: StoredRun): Promise<FoundApproval> {
  const { snapshot, actor } = scope;
  const { approval } = run;
  const module = snapshot.module(snapshot.moduleNames.ofKey(approval?.module ?? run.module));
  const id = approval?.record_id ?? run.record_id;
  const record = module === undefined || id === undefined ? undefined : await readVisible(context, scope, { module, id });
  if (module === undefined || record === undefined) throw new MusterError('workflow_run_not_found');
  if (approval === undefined) throw createEndedError(run);
  const workflow = snapshot.workflows.byId(run.workflow);
  const step = workflow && findStep(workflow, approval.path);
  if (workflow?.active !== true || step === undefined)
    throw new MusterError('workflow_not_active', { values: { workflow: workflow?.name ?? run.name } });
  const rule = await readApproverRule(context, step.approvers, { module, id: record._id });
  if (actor.userId === undefined || !(await isApprover(context, rule, approval.delegations, actor.userId)))
    throw new MusterError('approval_not_yours');
  return { approval, workflow, module, record, rule };
}

/** A record; undefined: the actor of the scope does not see it. */
export async function readVisible(
  { records }: Pick<WorkflowContext, 'records'>,
  { actor, rights }: AccessScope,
  { module, id }: { readonly module: CompiledModule; readonly id: string },
): Promise<VisibleRecord | undefined> {
  if (!rights.active || (!rights.unrestricted && !rights.module(module.name).access)) return undefined;
  return records.get(actor, { module: module.name, id }).catch(hideMissing);
}

function findStep({ actions }: WorkflowDefinition, path: string): Extract<WorkflowStep, { readonly type: 'approval' }> | undefined {
  const id = path.split('/').at(-1);
  const found = stepsOf(actions).find((step) => step.id === id);
  return found?.type === 'approval' ? found : undefined;
}

/** Says what was decided last, if somebody decided. */
function createEndedError({ steps }: StoredRun): MusterError {
  const last = steps.filter(({ type }) => type === 'approval').at(-1)?.result as { readonly outcome?: string } | undefined;
  const outcome = last?.outcome;
  if (outcome !== 'approved' && outcome !== 'declined') return new MusterError('approval_not_waiting');
  return new MusterError('approval_decided', { values: { outcome } });
}
