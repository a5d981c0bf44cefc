import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import { assertAdmin, type AccessScope, type Actor } from '../../../access/index.ts';
import { findModule } from '../../../records/index.ts';
import { createBacktests } from '../backtests/create-backtests.ts';
import { createApprovals } from '../approvals/create-approvals.ts';
import { findLastRun, pageRuns, requireRun } from '../runs/find-runs.ts';
import { addRunJob } from '../runs/run-jobs.ts';
import { changeRun, hasEnded, writeRun, type RunChange, type StoredRun } from '../runs/stored-run.ts';
import { rotateSecret } from '../triggers/webhook-secret.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import type { WorkflowOperations, WorkflowRunsInput } from './contract.ts';
import { describeRun } from './describe-run.ts';
import type { WorkflowRunView } from './run-view.ts';
import { requireWorkflow, startByButton, startByWebhook } from './start-by-hand.ts';
import { testWorkflow } from './test-workflow.ts';

const MAX_RETRIED = 500;

/** Creates the operations on workflows and their runs. */
export function createOperations(context: () => WorkflowContext): WorkflowOperations {
  return {
    runs: (actor, input) => listRuns(context(), actor, input),
    lastRuns: (workflows) => readLastRuns(context(), workflows),
    get: (actor, id) => getRun(context(), actor, id),
    retry: async (actor, id) => retryRun(context(), await assertAdmin(context(), actor), id),
    retryMany: (actor, ids) => retryRuns(context(), actor, ids),
    cancel: async (actor, id) => cancelRun(context(), await assertAdmin(context(), actor), id),
    start: (actor, input) => startByButton(context(), actor, input),
    test: async (actor, input) => {
      await assertAdmin(context(), actor);
      return testWorkflow(context(), actor, input);
    },
    rotateSecret: async (actor, workflow) => {
      const { id } = requireWorkflow(await assertAdmin(context(), actor), workflow, 'webhook');
      return { path: `/api/workflow-hooks/${id}/${await rotateSecret(context().store, id)}` };
    },
    actionTypes: () => [...context().actions.values()].map(({ name, label, input }) => ({ name, label, input })),
    receive: (input) => startByWebhook(context(), input),
    approvals: createApprovals(context),
    backtests: createBacktests(context),
  };
}

async function listRuns(
  context: WorkflowContext,
  actor: Actor,
  { module: name, record, ...query }: WorkflowRunsInput,
): ReturnType<WorkflowOperations['runs']> {
  const scope = await context.access.scope(actor);
  if (record === undefined && !scope.rights.unrestricted) throw new MusterError('admin_only');
  const place = record === undefined ? undefined : await findPlace(context, scope, { name: name ?? '', record });
  const { runs, total } = await pageRuns(context.store, { ...query, record: place });
  return { data: runs.map((run) => describeRun(scope.snapshot, run, scope.rights.unrestricted)), total };
}

async function readLastRuns({ store }: WorkflowContext, workflows: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const times = await Promise.all(workflows.map(async (id) => [id, await findLastRun(store, id)] as const));
  return new Map(times.flatMap(([id, at]) => (at === undefined ? [] : [[id, new Date(at).toISOString()] as const])));
}

/** The record as runs name it. Errors: `module_not_found`, `record_not_found`. */
async function findPlace(
  { records }: WorkflowContext,
  scope: AccessScope,
  { name, record }: { readonly name: string; readonly record: string },
): Promise<string> {
  const module = findModule(scope, name);
  if (!scope.rights.unrestricted) await records.get(scope.actor, { module: module.name, id: record });
  return `${module.keyName}:${record}`;
}

async function getRun(context: WorkflowContext, actor: Actor, id: string): Promise<WorkflowRunView> {
  const scope = await context.access.scope(actor);
  const run = await requireRun(context.store, id);
  if (!scope.rights.unrestricted) await assertVisible(context, scope, run);
  return describeRun(scope.snapshot, run, scope.rights.unrestricted);
}

/** Errors: `workflow_run_not_found` for a run of a record that the actor may not see. */
async function assertVisible({ records }: WorkflowContext, { actor, snapshot }: AccessScope, run: StoredRun): Promise<void> {
  const input = { module: snapshot.moduleNames.ofKey(run.module), id: run.record_id ?? '' };
  await records.get(actor, input).catch((error: unknown) => {
    throw error instanceof MusterError && error.status < 500 ? new MusterError('workflow_run_not_found') : error;
  });
}

async function retryRun(context: WorkflowContext, { snapshot }: AccessScope, id: string): Promise<WorkflowRunView> {
  const run = await requireRun(context.store, id);
  if (run.status !== 'failed') throw new MusterError('workflow_run_not_failed');
  // The failed step begins with all its attempts again.
  const steps = run.steps.map((step) => (step.status === 'failed' ? { ...step, attempts: 0 } : step));
  const next = await save(context, run, { status: 'waiting', due: context.clock.now(), error: undefined, ended: undefined, steps });
  await addRunJob(context.queue, `retry-${id}-${next._version}`, [id]);
  return describeRun(snapshot, next, true);
}

async function retryRuns(context: WorkflowContext, actor: Actor, ids: readonly string[]): ReturnType<WorkflowOperations['retryMany']> {
  const scope = await assertAdmin(context, actor);
  if (ids.length > MAX_RETRIED) throw new MusterError('too_many_ids', { values: { limit: MAX_RETRIED } });
  const retried: string[] = [];
  const refused: JsonObject[] = [];
  for (const id of new Set(ids))
    try {
      await retryRun(context, scope, id);
      retried.push(id);
    } catch (error) {
      if (!(error instanceof MusterError) || error.status >= 500) throw error;
      refused.push({ _id: id, code: error.code, error: error.message });
    }
  return { retried, refused };
}

async function cancelRun(context: WorkflowContext, { snapshot }: AccessScope, id: string): Promise<WorkflowRunView> {
  const run = await requireRun(context.store, id);
  if (hasEnded(run)) throw new MusterError('workflow_run_ended');
  const { code, message } = new MusterError('workflow_run_cancelled');
  const change: RunChange = {
    status: 'stopped',
    due: undefined,
    on_save: undefined,
    approval: undefined,
    approvers: undefined,
    ended: context.clock.now(),
    error: { code, text: message },
  };
  return describeRun(snapshot, await save(context, run, change), true);
}

/** Errors: `workflow_run_changed`. */
async function save({ store }: WorkflowContext, run: StoredRun, change: RunChange): Promise<StoredRun> {
  const next = changeRun(run, change);
  const { _id, _version, ...fields } = next;
  if (!(await store.commit({ writes: [writeRun(_id, run, fields)] })).committed) throw new MusterError('workflow_run_changed');
  return next;
}
