import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import type { Actor } from '../../../access/index.ts';
import { findModule, type RecordOperations, type VisibleRecord } from '../../../records/index.ts';
import { compileConditions } from '../matching/compile-condition.ts';
import { describeConditions } from '../matching/match-save.ts';
import { actorOf, type Execution } from '../runs/execution.ts';
import { orderSteps, readConditions } from '../runs/execute-run.ts';
import { RunProgress } from '../runs/run-progress.ts';
import { createRun } from '../runs/start-runs.ts';
import type { StoredRun } from '../runs/stored-run.ts';
import { describeError, StepFailure, walkSteps } from '../runs/walk-steps.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import type { WorkflowOperations, WorkflowTestResult } from './contract.ts';
import { describeSteps } from './describe-run.ts';

const TEST_LIMIT = 30_000;

/** Runs the steps of a workflow on a record, one after the other: each sees what the earlier ones would have saved. Nothing is saved or sent. */
export async function testWorkflow(
  context: WorkflowContext,
  requester: Actor,
  input: Parameters<WorkflowOperations['test']>[1],
): Promise<WorkflowTestResult> {
  const requested = await context.access.scope(requester);
  const workflow = input.draft?.definition ?? requested.snapshot.workflows.byId(input.workflow);
  const module = findModule(requested, input.module);
  if (workflow === undefined || workflow.module !== module.name) throw new MusterError('workflow_not_found');
  const actor = actorOf(workflow, requester);
  const scope = await context.access.scope(actor);
  await context.records.get(actor, { module: module.name, id: input.record });
  const unsaved = new Map<string, VisibleRecord>();
  const { id, fields } = createRun({
    ...{ id: context.ids.next(), workflow, module, record: input.record, actor, conditions: [], chain: [], trigger: { kind: 'button' } },
    ...{ definitions: scope.snapshot.version, at: context.clock.now() },
  });
  const run: StoredRun = { ...fields, _id: id, _version: 1 };
  const execution: Execution = {
    ...{ scope, workflow, actor, unsaved, isTest: true },
    context: { ...context, records: collectUnsaved(context.dryRecords, unsaved), ...NOTHING },
    subject: { module, id: input.record },
    progress: new RunProgress(
      run,
      () => Promise.resolve(),
      () => context.clock.now(),
    ),
    signal: AbortSignal.timeout(TEST_LIMIT),
  };
  return { ...(await runTest(execution)), changeSet: input.draft?.changeSet ?? null };
}

async function runTest(execution: Execution): Promise<Omit<WorkflowTestResult, 'changeSet'>> {
  const { workflow, subject, progress } = execution;
  const seen = await readConditions(execution);
  const result = {
    holds: seen !== undefined && compileConditions(workflow)(seen),
    conditions: seen === undefined ? [] : describeConditions(workflow.conditions, subject.module, seen),
  };
  try {
    await walkSteps(execution, orderSteps(workflow), { subject, prefix: '' });
    return { ...result, status: 'succeeded', error: null, steps: describeSteps(progress.run.steps, true) };
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return { ...result, status: 'failed', error: describeError(error.cause), steps: describeSteps(progress.run.steps, true) };
  }
}

/** Takes the place of what a test must not do. */
const NOTHING = { mail: { send: () => Promise.resolve() }, notify: () => Promise.resolve(), sendMessage: undefined };

/** The operations of a test: what a save would have stored is read by the steps after it, and saved again with their fields. */
function collectUnsaved(records: RecordOperations, unsaved: Map<string, VisibleRecord>): RecordOperations {
  const changed = new Map<string, JsonObject>();
  return {
    ...records,
    create: async (actor, input) => {
      const result = await records.create(actor, { ...input, idempotency: undefined });
      unsaved.set(`${input.module}:${result.record._id}`, result.record);
      return result;
    },
    update: async (actor, input) => {
      const place = `${input.module}:${input.id}`;
      const fields = { ...changed.get(place), ...input.fields };
      const result = await records.update(actor, { ...input, fields, idempotency: undefined });
      changed.set(place, fields);
      unsaved.set(place, result.record);
      return result;
    },
  };
}
