import type { WorkflowStep } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import { runApproval } from '../approvals/run-approval.ts';
import { callWebhook } from '../steps/call-webhook.ts';
import { createRecord } from '../steps/create-record.ts';
import { findRelated } from '../steps/find-related.ts';
import { runPluginAction } from '../steps/run-plugin-action.ts';
import { sendAlert } from '../steps/send-alert.ts';
import { sendNotification } from '../steps/send-notification.ts';
import { startWorkflow } from '../steps/start-workflow.ts';
import { updateRecord } from '../steps/update-record.ts';
import { updateRelated } from '../steps/update-related.ts';
import { continueWait } from '../steps/wait.ts';
import { createStepContext, holdsFor, type Execution } from './execution.ts';
import { toResult } from './run-progress.ts';
import type { StepAction, StepContext, StepOf, StepOutcome, Subject } from './step-context.ts';

/** Where steps are: their record, and what the paths of their results begin with. */
export interface Place {
  readonly subject: Subject;
  readonly prefix: string;
}

type ActionType = Exclude<WorkflowStep['type'], 'branch' | 'for-each' | 'wait' | 'approval'>;

const ACTIONS: { readonly [Type in ActionType]: StepAction<Type> } = {
  'update-record': updateRecord,
  'update-related': updateRelated,
  'create-record': createRecord,
  notify: sendAlert,
  notification: sendNotification,
  'call-webhook': callWebhook,
  'start-workflow': startWorkflow,
  plugin: runPluginAction,
};

/** Steps that a test leaves out: what they do cannot be held back. */
const EXTERNAL: ReadonlySet<string> = new Set<ActionType>(['call-webhook', 'start-workflow', 'plugin']);

/** Runs steps in their order, from the first that is not done. */
export async function walkSteps(execution: Execution, steps: readonly WorkflowStep[], place: Place): Promise<StepOutcome> {
  for (const step of steps) {
    const path = `${place.prefix}${step.id}`;
    if (execution.progress.step(path)?.status === 'done') continue;
    const outcome = await runStep(execution, step, { ...place, path });
    if (outcome !== 'next') return outcome;
  }
  return 'next';
}

type StepPlace = Place & { readonly path: string };

async function runStep(execution: Execution, step: WorkflowStep, place: StepPlace): Promise<StepOutcome> {
  await execution.progress.flush();
  execution.signal.throwIfAborted();
  const context = createStepContext(execution, place.subject, place.path);
  try {
    switch (step.type) {
      case 'branch':
        return await runBranch(execution, step, place);
      case 'for-each':
        return await runForEach(execution, context, step, place);
      case 'wait':
        return await continueWait(execution, context, step);
      case 'approval':
        return await runApproval(execution, context, step, (steps) =>
          walkSteps(execution, steps, { subject: place.subject, prefix: `${place.path}/` }),
        );
      default:
        return await runAction(execution, context, step);
    }
  } catch (error) {
    throw noteFailure(execution, step, place.path, error);
  }
}

/** A step that failed, with its error: the steps that contain it do not fail again. */
export class StepFailure extends Error {
  override readonly cause: unknown;
  constructor(cause: unknown) {
    super('A step failed.');
    this.cause = cause;
  }
}

/** Errors of the store, of the queue and of a process that stops say nothing about the step: it is repeated. */
const OUTAGES: ReadonlySet<string> = new Set([
  'store_unavailable',
  'store_moved',
  'store_full',
  'store_read_only',
  'save_unconfirmed',
  'queue_unavailable',
  'overloaded',
  'workflow_run_changed',
  'job_cancelled',
  'job_timeout',
  'job_lost',
  'job_interrupted',
]);

function noteFailure({ progress }: Execution, { type }: WorkflowStep, path: string, error: unknown): unknown {
  if (error instanceof StepFailure || (error instanceof MusterError && OUTAGES.has(error.code))) return error;
  const attempts = (progress.step(path)?.attempts ?? 0) + 1;
  progress.note({ path, type, status: 'failed', milliseconds: 0, attempts, error: describeError(error) });
  return new StepFailure(error);
}

/** Code and text of an error, for the people who see the run. */
export function describeError(error: unknown): { readonly code: string; readonly text: string } {
  if (!(error instanceof MusterError)) return { code: 'internal_error', text: new MusterError('internal_error').message };
  const details = error.details.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`));
  return { code: error.code, text: [error.message, ...details].join(' ').slice(0, 2000) };
}

async function runAction(execution: Execution, context: StepContext, step: StepOf<ActionType>): Promise<StepOutcome> {
  const action = ACTIONS[step.type] as (context: StepContext, step: StepOf<ActionType>) => Promise<JsonValue>;
  const begun = performance.now();
  const result = execution.isTest && EXTERNAL.has(step.type) ? { isTest: true } : await action(context, step);
  noteDone(execution, step.type, context.path, { result, begun });
  return 'next';
}

function noteDone(
  { progress }: Execution,
  type: string,
  path: string,
  { result, begun }: { readonly result: JsonValue; readonly begun: number },
): void {
  const attempts = (progress.step(path)?.attempts ?? 0) + 1;
  progress.note({ path, type, status: 'done', milliseconds: Math.round(performance.now() - begun), attempts, result: toResult(result) });
}

/** The branch is chosen once: a run that is continued stays in it. */
async function runBranch(execution: Execution, step: StepOf<'branch'>, { subject, path }: StepPlace): Promise<StepOutcome> {
  const begun = performance.now();
  const chosen = execution.progress.step(path)?.result as { readonly branch: number } | undefined;
  const branch = chosen?.branch ?? (await chooseBranch(execution, step, subject));
  const result = { branch };
  execution.progress.note({ path, type: step.type, status: 'open', milliseconds: 0, attempts: 1, result });
  const steps = step.branches[branch]?.steps ?? step.otherwise ?? [];
  const outcome = await walkSteps(execution, steps, { subject, prefix: `${path}/` });
  if (outcome === 'next') noteDone(execution, step.type, path, { result, begun });
  return outcome;
}

/** The number of the first branch whose condition is true; the number of all branches: none is. */
async function chooseBranch(execution: Execution, step: StepOf<'branch'>, subject: Subject): Promise<number> {
  for (const [index, { condition }] of step.branches.entries()) if (await holdsFor(execution, subject, condition)) return index;
  return step.branches.length;
}

/** The records of a loop are found once. Of the steps for each of them only those of the current record are kept. */
async function runForEach(execution: Execution, context: StepContext, step: StepOf<'for-each'>, { path }: StepPlace): Promise<StepOutcome> {
  const begun = performance.now();
  const { progress, scope } = execution;
  const stored = progress.step(path)?.result as LoopState | undefined;
  const { module, records, next } = stored ?? (await beginLoop(context, step));
  const compiled = scope.snapshot.module(module);
  if (compiled === undefined) throw new MusterError('workflow_module_missing', { values: { module } });
  for (let index = next; index < records.length; index += 1) {
    const id = records[index] as string;
    progress.note({ path, type: step.type, status: 'open', milliseconds: 0, attempts: 1, result: { module, records, next: index } });
    const outcome = await walkSteps(execution, step.steps, { subject: { module: compiled, id }, prefix: `${path}/${id}/` });
    if (outcome !== 'next') return outcome;
    progress.forget(`${path}/${id}/`);
    progress.note({ path, type: step.type, status: 'open', milliseconds: 0, attempts: 1, result: { module, records, next: index + 1 } });
  }
  noteDone(execution, step.type, path, { result: { module, records: records.length }, begun });
  return 'next';
}

type LoopState = { readonly module: string; readonly records: readonly string[]; readonly next: number };

async function beginLoop(context: StepContext, step: StepOf<'for-each'>): Promise<LoopState> {
  const { module, ids } = await findRelated(context, step as { readonly relation: string; readonly filter: typeof step.filter });
  return { module: module.name, records: ids, next: 0 };
}
