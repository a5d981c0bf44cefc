import { expect, inject } from 'vitest';
import type { QueueJob } from '../../engine/ports/index.ts';
import type { TestServer } from './start-server.ts';

const WAIT = { timeout: 30_000 * inject('timeoutFactor'), interval: 10 };

/** Runs a job now, as soon as no other run of it is waiting or running, and waits until it has completed. `name` is 'plugin/name'. */
export async function runJob(server: TestServer, name: string): Promise<QueueJob> {
  const { jobs, queue } = server.application;
  let id = '';
  const begin = async (): Promise<string> => {
    try {
      id = await jobs.runNow(name);
      return 'added';
    } catch (error) {
      return (error as { readonly code?: string }).code ?? String(error);
    }
  };
  await expect.poll(begin, WAIT).toBe('added');
  const read = async (): Promise<QueueJob | undefined> => (await queue.get(name, [id]))[0];
  await expect.poll(async () => (await read())?.endedAt, WAIT).toBeDefined();
  const run = await read();
  expect(run?.error, name).toBeUndefined();
  if (run === undefined) throw new Error(`the run ${id} of ${name} is gone`);
  return run;
}

/** Adds all jobs that are due by the clock, and waits until they have ended. */
export async function runDueJobs(server: TestServer): Promise<void> {
  const { jobs, queue } = server.application;
  const countOpen = async (): Promise<number> =>
    (await queue.health()).reduce((sum, { waiting, delayed, blocked, running }) => sum + waiting + delayed + blocked + running, 0);
  // A run that was added while an earlier one had not ended is due until then.
  await expect.poll(countOpen, WAIT).toBe(0);
  await jobs.addDue();
  await expect.poll(countOpen, WAIT).toBe(0);
}
