import { inject } from 'vitest';
import type { QueueJob } from '../../engine/ports/index.ts';
import { runDueJobs as runDue, runJob as run } from '../../engine/testing/run-job.ts';
import type { TestServer } from './start-server.ts';

const TIMEOUT = 30_000 * inject('timeoutFactor');

/** Runs a job now, as soon as no other run of it is waiting or running, and waits until it has completed. `name` is 'plugin/name'. */
export function runJob(server: TestServer, name: string): Promise<QueueJob> {
  return run(server.application, name, TIMEOUT);
}

/** Adds all jobs that are due by the clock, and waits until they have ended. */
export function runDueJobs(server: TestServer): Promise<void> {
  return runDue(server.application, TIMEOUT);
}
