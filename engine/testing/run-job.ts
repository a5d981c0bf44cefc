import type { Application } from '../application/index.ts';
import type { Jobs } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import type { QueueJob } from '../ports/index.ts';
import { waitUntil } from './wait-until.ts';

interface JobServices extends Pick<Application, 'queue' | 'pluginHost' | 'clock'> {
  readonly jobs: Jobs;
}

/**
 * Runs a scheduled job now, as soon as no other run of it is waiting or running, and waits until it has completed. `name` is
 * 'plugin/name', `timeout` in milliseconds. @throws what {@link waitForRun} does, `queue_not_found`, `job_invalid` (it has no schedule)
 */
export async function runJob(services: JobServices, name: string, timeout: number): Promise<QueueJob> {
  let id = '';
  const isAdded = async (): Promise<boolean> => {
    try {
      id = await services.jobs.runNow(name);
      return true;
    } catch (error) {
      if (error instanceof MusterError && error.code === 'job_duplicate') return false;
      throw error;
    }
  };
  await waitUntil(isAdded, { timeout, what: `The end of an earlier run of the job ${name}` });
  return waitForRun(services, { queue: name, id }, timeout);
}

/**
 * Waits until a run has ended. @throws AssertionError when it takes longer; when it failed, or waits for its next attempt after a failure,
 * an error with the code and the message of the failure
 */
export async function waitForRun(
  { queue, pluginHost }: JobServices,
  { queue: name, id }: Pick<QueueJob, 'queue' | 'id'>,
  timeout: number,
): Promise<QueueJob> {
  let run: QueueJob | undefined;
  const hasEnded = async (): Promise<boolean> => {
    run = (await queue.get(name, [id]))[0];
    return run?.endedAt !== undefined || (run?.state === 'delayed' && run.error !== undefined);
  };
  await waitUntil(hasEnded, { timeout, what: `The end of the job ${name}` });
  if (run?.error !== undefined) throw makeError(pluginHost, run.error);
  return run as QueueJob;
}

/** Adds all jobs that are due by the clock, and waits until no job is due. @throws AssertionError when it takes longer */
export async function runDueJobs(services: JobServices, timeout: number): Promise<void> {
  const isIdle = async (): Promise<boolean> => !(await hasOpenJobs(services));
  const what = 'The end of all due jobs';
  // A run that was added while an earlier one had not ended is due until then.
  await waitUntil(isIdle, { timeout, what });
  await services.jobs.addDue();
  await waitUntil(isIdle, { timeout, what });
}

/** Whether jobs run or could run now. A blocked job waits for others, which may be delayed. */
async function hasOpenJobs({ queue, clock }: JobServices): Promise<boolean> {
  const health = await queue.health();
  if (health.some(({ waiting, running }) => waiting + running > 0)) return true;
  const delayed = health.filter((one) => one.delayed > 0);
  if (delayed.length === 0) return health.some(({ blocked }) => blocked > 0);
  const next = await Promise.all(delayed.map((one) => queue.list({ queue: one.queue, state: 'delayed', limit: 1 })));
  return next.some(({ jobs: [first] }) => first !== undefined && first.runAt <= clock.now());
}

function makeError({ errorRows }: JobServices['pluginHost'], { code, message }: NonNullable<QueueJob['error']>): MusterError {
  const row = errorRows[code] ?? errorRows['job_failed'];
  return row === undefined ? new MusterError('job_failed', { message }) : new MusterError({ code, row }, { message });
}
