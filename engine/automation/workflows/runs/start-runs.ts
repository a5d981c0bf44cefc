import type { WorkflowDefinition } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import { MusterError } from '../../../errors/index.ts';
import { copyActor, SYSTEM_ACTOR, type AccessScope, type Actor } from '../../../access/index.ts';
import type { StorePort } from '../../../ports/index.ts';
import type { PostSaveContext, StartedWorkflow } from '../../../records/index.ts';
import { workflowsOf } from '../matching/compiled-workflows.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { addRunJob, RUN_LEASE } from './run-jobs.ts';
import { countRecentRuns, findWaitingForSave, hourOf, runsPerHourOf } from './find-runs.ts';
import { RUNS_COLLECTION, writeRun, type RunFields } from './stored-run.ts';

/** Inserts the runs that a save started, and adds the job that executes them. Repeating it changes nothing. */
export async function startRunsOfSave(context: WorkflowContext, save: PostSaveContext): Promise<void> {
  const { event } = save;
  const scope = await context.access.scope(SYSTEM_ACTOR);
  const started = event.workflows ?? [];
  const runs = started.flatMap((one) => describeRun(scope, save, one));
  const limited = await limitRuns(context, scope, runs);
  await insertRuns(context.store, limited);
  await addRunJob(
    context.queue,
    event.changeId,
    limited.filter(({ fields }) => fields.status === 'waiting').map(({ id }) => id),
  );
  if (workflowsOf(scope.snapshot, event.module.name)?.hasConditionWaits !== true) return;
  const waiting = await findWaitingForSave(context.store, event.module, event.id);
  await addRunJob(context.queue, `${event.changeId}-waiting`, waiting);
}

/** A run that is inserted. */
export interface NewRun {
  readonly id: string;
  readonly fields: RunFields;
}

function describeRun({ snapshot }: AccessScope, save: PostSaveContext, started: StartedWorkflow): NewRun[] {
  const { event } = save;
  const workflow = snapshot.workflows.byId(started.workflow);
  // It was removed since the save: there is nothing to run.
  if (workflow === undefined) return [];
  const run = createRun({
    ...{ id: started.run, workflow, module: event.module, record: event.id, actor: event.actor },
    trigger: { kind: 'save', change: event.changeId, save: event.kind === 'create' ? 'create' : 'update' },
    definitions: snapshot.version,
    conditions: started.conditions,
    // The last link is the hook that starts runs, which says nothing.
    chain: save.chain.slice(0, -1),
    at: Date.parse(event.at),
  });
  const fields = { ...run.fields, ...(started.old === undefined ? {} : { old: started.old }) };
  return [{ id: run.id, fields: started.cycle === undefined ? fields : stopForCycle(fields, started.cycle) }];
}

/** What a new run needs. */
export interface RunInput extends Pick<RunFields, 'trigger' | 'definitions' | 'conditions' | 'chain' | 'at'> {
  readonly id: string;
  readonly workflow: WorkflowDefinition;
  readonly module: CompiledModule;
  readonly record: string | undefined;
  readonly actor: Actor;
  readonly input?: RunFields['input'];
}

/** A run that waits to begin. It is due later, in case that its job cannot be added. */
export function createRun(given: RunInput): NewRun {
  const { id, workflow, module, record, actor, input, ...rest } = given;
  const fields: RunFields = {
    workflow: workflow.id,
    name: workflow.name,
    module: module.keyName,
    ...(record === undefined ? {} : { record_id: record, record: `${module.keyName}:${record}` }),
    ...rest,
    ...(input === undefined ? {} : { input }),
    actor: copyActor(actor),
    status: 'waiting',
    steps: [],
    milliseconds: 0,
    attempts: 0,
    due: given.at + RUN_LEASE,
  };
  return { id, fields };
}

/** A run that is stopped before it begins, because it would repeat others without end. */
export function stopForCycle(fields: RunFields, cycle: string): RunFields {
  return stop(fields, new MusterError('workflow_cycle', { values: { cycle } }));
}

function stop({ due: _due, ...fields }: RunFields, { code, message }: MusterError): RunFields {
  return { ...fields, status: 'stopped', ended: fields.at, error: { code, text: message } };
}

/**
 * Stops the runs of a record above the limit of an hour. Of each workflow one stopped run is kept for the record and hour: more would say the
 * same.
 */
export async function limitRuns(
  context: Pick<WorkflowContext, 'store'>,
  scope: AccessScope,
  runs: readonly NewRun[],
): Promise<readonly NewRun[]> {
  const [first] = runs;
  if (first?.fields.record === undefined) return runs;
  const limit = runsPerHourOf(scope.snapshot);
  const recent = await countRecentRuns(context.store, first.fields.record, first.fields.at, limit);
  return runs.map((run, index): NewRun => {
    if (recent + index < limit || run.fields.status !== 'waiting') return run;
    const error = new MusterError('workflow_limit', { values: { limit } });
    return { id: `${run.fields.workflow}-${run.fields.record_id ?? ''}-${hourOf(run.fields.at)}`, fields: stop(run.fields, error) };
  });
}

/** Inserts runs; existing ones stay as they are. */
export async function insertRuns(store: StorePort, runs: readonly NewRun[]): Promise<void> {
  if (runs.length === 0) return;
  const found = await store.get(
    RUNS_COLLECTION.name,
    runs.map(({ id }) => id),
  );
  const missing = runs.filter((_, index) => found[index] === undefined);
  if (missing.length === 0) return;
  const { committed } = await store.commit({ writes: missing.map(({ id, fields }) => writeRun(id, undefined, fields)) });
  // Another process inserted some of them first.
  if (!committed) await insertRuns(store, missing);
}
