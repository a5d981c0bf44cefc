import { commitFresh, findDueDocuments } from '../../../records/index.ts';
import type { WorkflowContext } from '../workflow-context.ts';
import { addRunJob, RUN_LEASE, RUNS_PER_JOB } from './run-jobs.ts';
import { changeRun, readRun, RUN_KEYS, RUNS_COLLECTION, writeRun, type StoredRun } from './stored-run.ts';

/** Runs that are read at once. */
const CHUNK = 500;

/**
 * Adds the jobs of runs that are due: those that waited for a time, and those whose job was lost. What is due is one range of an index,
 * read in chunks. Returns how many they were.
 */
export async function addDueRuns(context: WorkflowContext, signal: AbortSignal): Promise<number> {
  const now = context.clock.now();
  for (let count = 0; ; ) {
    signal.throwIfAborted();
    const runs = (await findDueDocuments(context.store, RUNS_COLLECTION, { key: RUN_KEYS.due, now, limit: CHUNK })).map(readRun);
    for (let start = 0; start < runs.length; start += RUNS_PER_JOB) await addJob(context, runs.slice(start, start + RUNS_PER_JOB));
    count += await postpone(context, runs, now + RUN_LEASE);
    if (runs.length < CHUNK) return count;
  }
}

/** The id contains the time at which the first run was due: repeated before that changes, it adds nothing. */
async function addJob({ queue }: WorkflowContext, runs: readonly StoredRun[]): Promise<void> {
  const [first] = runs;
  if (first === undefined) return;
  await addRunJob(
    queue,
    `due-${first._id}-${first.due ?? 0}`,
    runs.map(({ _id }) => _id),
  );
}

/** Makes the runs due again after the lease of their job, so that they are not found again before. */
async function postpone(context: WorkflowContext, runs: readonly StoredRun[], due: number): Promise<number> {
  const units = runs.map((run) => {
    const { _id, _version, ...fields } = changeRun(run, { due });
    return { writes: [writeRun(_id, run, fields)] };
  });
  // One that was changed meanwhile, such as by its job, stays as it is.
  return (await commitFresh(context.store, units)).length;
}
