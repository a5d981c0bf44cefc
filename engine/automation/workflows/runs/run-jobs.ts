import type { QueuePort } from '../../../ports/index.ts';
import { addToQueue } from '../../jobs/job-definition.ts';

/** The job that executes runs, one after the other. A store that is away is waited for. */
export const RUN_JOB = {
  plugin: 'muster',
  name: 'run-workflows',
  attempts: 30,
  backOff: { kind: 'exponential', delay: 1_000, maxDelay: 60_000 },
} as const;

/** Runs of one job: few enough that it ends within its limit. */
export const RUNS_PER_JOB = 100;

/** Adds the job that executes runs in their order. The same id adds it once. */
export async function addRunJob(queue: Pick<QueuePort, 'add'>, id: string, runs: readonly string[]): Promise<void> {
  if (runs.length === 0) return;
  await addToQueue(queue, RUN_JOB, { id, payload: { runs } });
}

/** Adds the jobs of runs that were started together: some in each. */
export async function addRunJobs(queue: Pick<QueuePort, 'add'>, runs: readonly string[]): Promise<void> {
  for (let start = 0; start < runs.length; start += RUNS_PER_JOB) {
    const some = runs.slice(start, start + RUNS_PER_JOB);
    await addRunJob(queue, `started-${some[0] ?? ''}`, some);
  }
}

/** Milliseconds after which a run whose job was lost, or could not be added, is executed by another one. */
export const RUN_LEASE = 600_000;
