import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { CompiledModule } from '#engine/model/compiled';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { MusterError } from '../../../errors/index.ts';
import { SYSTEM_ACTOR, type AccessScope, type Actor } from '../../../access/index.ts';
import { findModule, hasRecordRight } from '../../../records/index.ts';
import { compileConditions } from '../matching/compile-condition.ts';
import { readConditions } from '../runs/execute-run.ts';
import { requireRun } from '../runs/find-runs.ts';
import { addRunJob } from '../runs/run-jobs.ts';
import { createRun, insertRuns, limitRuns } from '../runs/start-runs.ts';
import { isSecretOf } from '../triggers/webhook-secret.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { describeRun } from './describe-run.ts';
import type { WorkflowOperations, WorkflowRecordInput } from './contract.ts';

/** Characters of the body of a webhook that a run keeps. */
const MAX_INPUT = 16_384;

/** Starts a workflow by its button, after its rights and conditions were checked. */
export async function startByButton(
  context: WorkflowContext,
  actor: Actor,
  input: WorkflowRecordInput,
): ReturnType<WorkflowOperations['start']> {
  const scope = await context.access.scope(actor);
  const workflow = requireWorkflow(scope, input.workflow, 'button');
  const module = findModule(scope, input.module);
  if (module.name !== workflow.module) throw new MusterError('workflow_not_found');
  const record = await context.records.get(actor, { module: module.name, id: input.record });
  await assertMayPress(context, scope, { workflow, module, record: record as unknown as RecordDocument });
  const subject = { module, id: input.record };
  const seen = await readConditions({ context, scope, workflow, subject });
  if (seen === undefined || !compileConditions(workflow)(seen)) throw new MusterError('workflow_conditions_not_met');
  const run = await insertOne(context, scope, { workflow, module, record: input.record, actor, trigger: { kind: 'button' } });
  return describeRun(scope.snapshot, await requireRun(context.store, run), scope.rights.unrestricted);
}

/** Errors: `action_not_allowed`. */
async function assertMayPress(
  context: WorkflowContext,
  scope: AccessScope,
  { workflow, module, record }: { readonly workflow: WorkflowDefinition; readonly module: CompiledModule; readonly record: RecordDocument },
): Promise<void> {
  const { rights } = scope;
  const names = workflow.button?.roles ?? [];
  const isAllowed =
    rights.unrestricted ||
    (names.length === 0
      ? await hasRecordRight(context, scope, module, record, 'edit')
      : rights.roles.some(({ name }) => names.includes(name)));
  if (!isAllowed) throw new MusterError('action_not_allowed', { values: { action: 'start the workflow on' } });
}

/** Starts a workflow by its secret URL, in the name of nobody. */
export async function startByWebhook(
  context: WorkflowContext,
  { workflow: id, secret, body }: Parameters<WorkflowOperations['receive']>[0],
): ReturnType<WorkflowOperations['receive']> {
  const scope = await context.access.scope(SYSTEM_ACTOR);
  if (!(await isSecretOf(context.store, id, secret))) throw new MusterError('workflow_not_found');
  const workflow = requireWorkflow(scope, id, 'webhook');
  const module = findModule(scope, workflow.module);
  const input = readInput(body);
  const record = typeof input['record'] === 'string' ? input['record'] : undefined;
  if (record !== undefined) await context.records.get(SYSTEM_ACTOR, { module: module.name, id: record });
  return { run: await insertOne(context, scope, { workflow, module, record, actor: SYSTEM_ACTOR, trigger: { kind: 'webhook' }, input }) };
}

function readInput(body: JsonValue): JsonObject {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  if (JSON.stringify(body).length > MAX_INPUT) throw new MusterError('body_too_large', { values: { limit: `${MAX_INPUT} characters` } });
  return body as JsonObject;
}

/** Errors: `workflow_not_found` for one that is not active, or that something else starts. */
export function requireWorkflow({ snapshot }: AccessScope, id: string, started: WorkflowDefinition['executionOccurs']): WorkflowDefinition {
  const workflow = snapshot.workflows.byId(id);
  if (workflow?.active !== true || workflow.executionOccurs !== started) throw new MusterError('workflow_not_found');
  return workflow;
}

type StartInput = Pick<Parameters<typeof createRun>[0], 'workflow' | 'module' | 'record' | 'actor' | 'trigger' | 'input'>;

/** Inserts one run and adds its job. Errors: `workflow_limit`. */
async function insertOne(context: WorkflowContext, scope: AccessScope, input: StartInput): Promise<string> {
  const made = createRun({
    ...input,
    ...{ id: context.ids.next(), definitions: scope.snapshot.version, conditions: [], chain: [], at: context.clock.now() },
  });
  const [run = made] = await limitRuns(context, scope, [made]);
  await insertRuns(context.store, [run]);
  if (run.fields.error !== undefined) throw new MusterError('workflow_limit', { message: run.fields.error.text });
  await addRunJob(context.queue, run.id, [run.id]);
  return run.id;
}
