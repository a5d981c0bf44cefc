import type { LogPort } from '../others.ts';
import type { JobError, QueueJob } from '../queue.ts';

/** Logs the failure of an attempt: codes and ids, never the message of the error, which may quote data. */
export function logJobFailure(
  log: LogPort,
  job: Pick<QueueJob, 'queue' | 'id' | 'state' | 'attempts' | 'maxAttempts'>,
  { code }: JobError,
): void {
  const data = { queue: job.queue, job: job.id, code, attempts: job.attempts };
  if (code === 'job_cancelled') log.info(data, 'A job was cancelled.');
  else if (job.state === 'failed') log.error(data, 'A job failed for good; an admin can retry it.');
  else log.warn({ ...data, maxAttempts: job.maxAttempts }, 'An attempt of a job failed and will be repeated.');
}
