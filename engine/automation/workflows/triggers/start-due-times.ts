import { SYSTEM_ACTOR } from '../../../access/index.ts';
import type { StoreWrite } from '../../../ports/index.ts';
import { commitFresh, createDocumentWrite, findDueDocuments } from '../../../records/index.ts';
import type { DefinitionSnapshot } from '../../../registry/index.ts';
import { addRunJobs } from '../runs/run-jobs.ts';
import { createRun } from '../runs/start-runs.ts';
import { writeRun } from '../runs/stored-run.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { advanceSchedule } from './schedules.ts';
import { readTime, TIME_KEYS, TIMES_COLLECTION, type StoredTime } from './stored-time.ts';

/** Times that are started in one commit: few enough that saves never wait long for it. */
const CHUNK = 250;

/**
 * Starts the workflows whose times have come, in chunks: the runs of a chunk are inserted in the commit that marks their times as started, so
 * that each starts once. Returns how many runs were started.
 */
export async function startDueTimes(context: WorkflowContext, signal: AbortSignal): Promise<number> {
  const now = context.clock.now();
  for (let count = 0; ; ) {
    signal.throwIfAborted();
    const times = (await findDueDocuments(context.store, TIMES_COLLECTION, { key: TIME_KEYS.due, now, limit: CHUNK })).map(readTime);
    const { snapshot } = await context.access.scope(SYSTEM_ACTOR);
    count += await startTimes(
      context,
      snapshot,
      times.filter(({ record_id: record }) => record !== undefined),
    );
    for (const time of times) if (time.record_id === undefined) count += await advanceSchedule(context, snapshot, time, signal);
    if (times.length < CHUNK) return count;
  }
}

async function startTimes(context: WorkflowContext, snapshot: DefinitionSnapshot, times: readonly StoredTime[]): Promise<number> {
  // One that was changed meanwhile, such as by a save, stays due, or is due at its new time.
  const started = await commitFresh(
    context.store,
    times.map((time) => startTime(context, snapshot, time)),
  );
  const runs = started.flatMap(({ run }) => run ?? []);
  await addRunJobs(context.queue, runs);
  return runs.length;
}

/** The writes that start one run; without a run if the workflow is not active any more. */
function startTime(
  { ids, clock }: WorkflowContext,
  snapshot: DefinitionSnapshot,
  time: StoredTime,
): { readonly run: string | undefined; readonly writes: readonly StoreWrite[] } {
  const { _id, _version, due, ...rest } = time;
  const ended = createDocumentWrite(TIMES_COLLECTION, _id, time as never, rest);
  const workflow = snapshot.workflows.byId(time.workflow);
  const module = snapshot.module(snapshot.moduleNames.ofKey(time.module));
  if (workflow?.active !== true || workflow.executionOccurs !== 'time' || module === undefined) return { run: undefined, writes: [ended] };
  const { id, fields } = createRun({
    ...{ id: ids.next(), workflow, module, record: time.record_id, actor: SYSTEM_ACTOR, chain: [], conditions: [] },
    trigger: { kind: 'time', at: due ?? 0 },
    definitions: snapshot.version,
    at: clock.now(),
  });
  return { run: id, writes: [ended, writeRun(id, undefined, fields)] };
}
