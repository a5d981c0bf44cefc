import type { FailingEffect, JobDetail, JobState, JobView, QueueView } from '#engine/model/wire';
import { callApi } from './call-api.ts';

const PATH = '/api/queues';
/** `queue` is 'plugin/job'. */
const pathOf = (queue: string) => `${PATH}/${queue.split('/').map(encodeURIComponent).join('/')}`;
const jobPath = (queue: string, id: string) => `${pathOf(queue)}/jobs/${encodeURIComponent(id)}`;

/** The queues of background jobs, by name. */
export async function getQueues(signal?: AbortSignal): Promise<readonly QueueView[]> {
  return (await callApi<{ readonly data: readonly QueueView[] }>('GET', PATH, signal ? { signal } : {})).data;
}

/** One queue. Errors: `queue_not_found`. */
export function getQueue(queue: string, signal?: AbortSignal): Promise<QueueView> {
  return callApi<QueueView>('GET', pathOf(queue), signal ? { signal } : {});
}

/** Runs a job now. Errors: `job_duplicate` while a run has not ended. */
export function runQueue(queue: string): Promise<JobDetail> {
  return callApi<JobDetail>('POST', `${pathOf(queue)}/run`);
}

/** A page of jobs. */
export interface JobPage {
  readonly data: readonly JobView[];
  readonly total: number;
  /** 0 is the first page. */
  readonly pageNumber: number;
}

/** The jobs of a queue in a state: ended ones latest first. */
export function getJobs(
  queue: string,
  query: { readonly state: JobState; readonly pageNumber: number; readonly pageSize: number },
  signal?: AbortSignal,
): Promise<JobPage> {
  return callApi('GET', `${pathOf(queue)}/jobs`, { query: { ...query }, ...(signal ? { signal } : {}) });
}

export function getJob(queue: string, id: string, signal?: AbortSignal): Promise<JobDetail> {
  return callApi<JobDetail>('GET', jobPath(queue, id), signal ? { signal } : {});
}

export function retryJob(queue: string, id: string): Promise<JobDetail> {
  return callApi<JobDetail>('POST', `${jobPath(queue, id)}/retry`);
}

export function cancelJob(queue: string, id: string): Promise<JobDetail> {
  return callApi<JobDetail>('POST', `${jobPath(queue, id)}/cancel`);
}

/** The effects of saves that failed, by the time of their next attempt. */
export async function getFailingEffects(signal?: AbortSignal): Promise<readonly FailingEffect[]> {
  return (await callApi<{ readonly data: readonly FailingEffect[] }>('GET', '/api/outbox/failing', signal ? { signal } : {})).data;
}

/** Makes a failed effect due now. */
export async function retryEffect(id: string): Promise<void> {
  await callApi('POST', `/api/outbox/${encodeURIComponent(id)}/retry`);
}
