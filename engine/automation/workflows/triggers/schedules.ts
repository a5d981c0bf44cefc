import type { JsonValue } from '#engine/model/values';
import type { WorkflowDefinition } from '#engine/model/definitions';
import { MusterError } from '../../../errors/index.ts';
import { SYSTEM_ACTOR, timeZoneOf } from '../../../access/index.ts';
import { createDocumentWrite, readStoredDocument } from '../../../records/index.ts';
import type { DefinitionSnapshot } from '../../../registry/index.ts';
import { nextTimeOf } from '../../schedules/next-time.ts';
import { deriveRunId, timePrefixOf } from '../runs/derive-run-id.ts';
import { addRunJobs } from '../runs/run-jobs.ts';
import { createRun, insertRuns } from '../runs/start-runs.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { readTime, TIMES_COLLECTION, type StoredTime } from './stored-time.ts';

/** Records for which one time of a schedule starts runs. */
const MAX_RECORDS = 10_000;
const CHUNK = 250;

/** Stores the next times of the workflows with a schedule that is new or changed. */
export async function planSchedules(context: WorkflowContext, snapshot: DefinitionSnapshot): Promise<void> {
  for (const workflow of snapshot.workflows.all) {
    if (workflow.executionOccurs !== 'schedule' || workflow.schedule === undefined || workflow.active !== true) continue;
    const before = await readStoredDocument(context.store, TIMES_COLLECTION, workflow.id);
    const schedule = scheduleOf(snapshot, workflow);
    if (before?.['schedule'] !== schedule) await putNext(context, snapshot, workflow, before === undefined ? undefined : readTime(before));
  }
}

/** Starts the runs of a schedule whose time has come, and stores its next time. Repeated after a crash, it starts none twice. */
export async function advanceSchedule(
  context: WorkflowContext,
  snapshot: DefinitionSnapshot,
  time: StoredTime,
  signal: AbortSignal,
): Promise<number> {
  const workflow = snapshot.workflows.byId(time.workflow);
  if (workflow?.active !== true || time.schedule !== scheduleOf(snapshot, workflow)) {
    const { _id, _version, due: _due, schedule: _schedule, ...rest } = time;
    await context.store.commit({ writes: [createDocumentWrite(TIMES_COLLECTION, _id, time as never, rest)] });
    return 0;
  }
  const count = await startForRecords(context, snapshot, { workflow, due: time.due ?? 0 }, signal);
  await putNext(context, snapshot, workflow, time);
  return count;
}

function scheduleOf(snapshot: DefinitionSnapshot, { schedule }: WorkflowDefinition): string {
  return `${schedule?.cron ?? ''} ${timeZoneOf(snapshot)}`;
}

/** Another process may have been first: then nothing is written. */
async function putNext(
  { store, clock }: WorkflowContext,
  snapshot: DefinitionSnapshot,
  workflow: WorkflowDefinition,
  before: StoredTime | undefined,
): Promise<void> {
  const module = snapshot.module(workflow.module);
  const next = nextTimeOf(workflow.schedule?.cron ?? '', timeZoneOf(snapshot), clock.now());
  const due = next === null ? {} : { due: next };
  const fields = { workflow: workflow.id, module: module?.keyName ?? workflow.module, schedule: scheduleOf(snapshot, workflow), ...due };
  await store.commit({ writes: [createDocumentWrite(TIMES_COLLECTION, workflow.id, before as never, fields)] });
}

async function startForRecords(
  context: WorkflowContext,
  snapshot: DefinitionSnapshot,
  { workflow, due }: { readonly workflow: WorkflowDefinition; readonly due: number },
  signal: AbortSignal,
): Promise<number> {
  const module = snapshot.module(workflow.module);
  if (module === undefined) return 0;
  const filter = (workflow.schedule?.filter ?? {}) as JsonValue;
  const { ids } = await findIds(context, module.name, filter);
  for (let start = 0; start < ids.length; start += CHUNK) {
    signal.throwIfAborted();
    const runs = ids.slice(start, start + CHUNK).map((record) =>
      createRun({
        ...{ id: deriveRunId(timePrefixOf(due), `${workflow.id} ${record}`), workflow, module, record },
        ...{ actor: SYSTEM_ACTOR, chain: [], conditions: [], definitions: snapshot.version, at: context.clock.now() },
        trigger: { kind: 'schedule', at: due },
      }),
    );
    await insertRuns(context.store, runs);
    await addRunJobs(
      context.queue,
      runs.map(({ id }) => id),
    );
  }
  return ids.length;
}

/** A filter that is no longer valid, such as one that names a removed field, matches nothing. */
async function findIds({ records, log }: WorkflowContext, module: string, filter: JsonValue): Promise<{ readonly ids: readonly string[] }> {
  try {
    return await records.findIds(SYSTEM_ACTOR, { module, filter, limit: MAX_RECORDS });
  } catch (error) {
    if (!(error instanceof MusterError) || error.status >= 500) throw error;
    log.warn({ module, code: error.code }, 'The records of a scheduled workflow could not be found.');
    return { ids: [] };
  }
}
