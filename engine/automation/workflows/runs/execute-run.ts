import type { WorkflowDefinition, WorkflowStep } from '#engine/model/definitions';
import { MusterError } from '../../../errors/index.ts';
import { createConditionData, type ConditionData } from '#engine/model/conditions';
import { SYSTEM_ACTOR, type AccessScope } from '../../../access/index.ts';
import { conditionContext, type VisibleRecord } from '../../../records/index.ts';
import { compileConditions, flattenConditions, type MatchInput } from '../matching/compile-condition.ts';
import { describeConditions } from '../matching/match-save.ts';
import { relatedContains } from '../matching/related-values.ts';
import { readCommitted } from '../matching/read-committed.ts';
import { hideMissing } from '../values/hide-missing.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { endRun } from './end-run.ts';
import { actorOf, type Execution } from './execution.ts';
import { findRun } from './find-runs.ts';
import { createRunWriter, RunProgress } from './run-progress.ts';
import { hasEnded, type StoredRun } from './stored-run.ts';
import { describeError, StepFailure, walkSteps } from './walk-steps.ts';

/** Attempts of a step whose failure may pass: a mail server or another system that is away. */
const MAX_ATTEMPTS = 5;
const RETRY_DELAY = 60_000;
const PASSING: ReadonlySet<string> = new Set([
  'mail_failed',
  'outbound_failed',
  'workflow_webhook_failed',
  'plugin_timeout',
  'plugin_unavailable',
]);

/**
 * Executes a run from its first step that is not done until it ends or waits. Errors: those of the store and the queue, after which it is
 * executed again.
 */
export async function executeRun(context: WorkflowContext, id: string, signal: AbortSignal): Promise<void> {
  const run = await findRun(context.store, id);
  if (run === undefined || hasEnded(run)) return;
  try {
    await executeStored(context, run, signal);
  } catch (error) {
    // Another process has the run, or an admin cancelled it.
    if (error instanceof MusterError && error.code === 'workflow_run_changed') return;
    throw error;
  }
}

async function executeStored(context: WorkflowContext, run: StoredRun, signal: AbortSignal): Promise<void> {
  const progress = new RunProgress({ ...run, attempts: run.attempts + 1 }, createRunWriter(context.store), () => context.clock.now());
  const { snapshot } = await context.access.scope(SYSTEM_ACTOR);
  const workflow = snapshot.workflows.byId(run.workflow);
  const module = snapshot.module(snapshot.moduleNames.ofKey(run.module));
  if (workflow?.active !== true || module === undefined) {
    const error = new MusterError('workflow_not_active', { values: { workflow: workflow?.name ?? run.name } });
    return endRun(context, { progress, snapshot }, 'stopped', describeError(error));
  }
  const actor = actorOf(workflow, run.actor);
  const scope = await context.access.scope(actor);
  const subject = { module, id: run.record_id };
  await executeSteps({ context, scope, workflow, actor, subject, progress, signal, unsaved: new Map(), isTest: false });
}

async function executeSteps(execution: Execution): Promise<void> {
  const { context, progress, scope, workflow, subject } = execution;
  const ending = { progress, snapshot: scope.snapshot };
  try {
    if (progress.run.attempts === 1 && !(await beginRun(execution)))
      return await endRun(context, ending, 'stopped', describeError(new MusterError('workflow_conditions_not_met')));
    const outcome = await walkSteps(execution, orderSteps(workflow), { subject, prefix: '' });
    if (outcome !== 'waiting') await endRun(context, ending, 'succeeded');
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    if (await waitForAttempt(execution, error.cause)) return;
    await endRun(context, ending, 'failed', describeError(error.cause));
  }
}

/** The alerts and actions of a workflow in its order. */
export function orderSteps({ alerts = [], actions = [], processingOrder }: WorkflowDefinition): readonly WorkflowStep[] {
  const messages = alerts.map((alert): WorkflowStep => ({ id: `alert-${alert.id}`, name: alert.name, type: 'notify', alert }));
  return processingOrder === 'alerts-first' ? [...messages, ...actions] : [...actions, ...messages];
}

/** Whether the failed step is tried again later. */
async function waitForAttempt({ progress, context }: Execution, error: unknown): Promise<boolean> {
  const failed = progress.run.steps.find(({ status }) => status === 'failed');
  if (failed === undefined || !(error instanceof MusterError) || !PASSING.has(error.code) || failed.attempts >= MAX_ATTEMPTS) return false;
  // A URL that is not allowed stays so.
  if (error.code === 'outbound_failed' && error.data['refused'] === true) return false;
  progress.note({ ...failed, status: 'waiting', milliseconds: 0 });
  await progress.change({ status: 'waiting', due: context.clock.now() + RETRY_DELAY * 2 ** (failed.attempts - 1), on_save: undefined });
  return true;
}

/** The conditions of a run that no save started are evaluated when it begins. Whether they hold. */
async function beginRun(execution: Execution): Promise<boolean> {
  const { progress, workflow } = execution;
  const { trigger } = progress.run;
  if (trigger.kind === 'save' || (workflow.conditions ?? []).length === 0) return true;
  const input = await readConditions(execution);
  if (input === undefined) return false;
  progress.assign({ conditions: describeConditions(workflow.conditions, execution.subject.module, input) });
  return compileConditions(workflow)(input);
}

/** What the conditions of a workflow see of a record as it is now, which counts as a new one; undefined: the record is gone. */
export async function readConditions({
  context,
  scope,
  workflow,
  subject,
}: Pick<Execution, 'context' | 'scope' | 'workflow' | 'subject'>): Promise<MatchInput | undefined> {
  const { module, id } = subject;
  if (id === undefined) return undefined;
  const record = await context.records.get(SYSTEM_ACTOR, { module: module.name, id }).catch(hideMissing);
  if (record === undefined) return undefined;
  const document = record as MatchInput['record'];
  const reader = readCommitted(context);
  const related = new Set<string>();
  for (const condition of flattenConditions(workflow.conditions))
    if (condition.type === 'related-contains' && (await relatedContains(reader, module, document, condition))) related.add(condition.id);
  const data = makeData(context, scope, record);
  return {
    before: undefined,
    record: document,
    changed: undefined,
    data: () => data,
    related: ({ id: condition }) => related.has(condition),
  };
}

function makeData({ clock }: WorkflowContext, scope: AccessScope, record: VisibleRecord): ConditionData {
  return createConditionData(record, conditionContext(scope, clock.now(), undefined));
}
