import type { JobType } from 'bullmq';
import type { JobPage, JobQuery, JobState } from '../../ports/index.ts';
import { toQueueJob, type StoredJob, type StoredQueue } from './stored-job.ts';

/** Where BullMQ keeps the jobs of each state, in the order in which the port lists them. */
const PLACES: { readonly [State in JobState]: readonly JobType[] } = {
  waiting: ['wait', 'prioritized'],
  delayed: ['delayed'],
  blocked: ['waiting-children'],
  running: ['active'],
  completed: ['completed'],
  failed: ['failed'],
};

/** A page of jobs. */
export async function listJobs(queue: StoredQueue, prefix: string, query: Required<JobQuery>): Promise<JobPage> {
  const { state, offset, limit } = query;
  const ascending = state !== 'completed' && state !== 'failed';
  const counts = await queue.getJobCounts(...PLACES[state]);
  const jobs: StoredJob[] = [];
  let total = 0;
  for (const place of PLACES[state]) {
    // The part of the page that lies in this place, which follows those before.
    const start = Math.max(offset - total, 0);
    const count = counts[place] ?? 0;
    const wanted = limit - jobs.length;
    if (start < count && wanted > 0) jobs.push(...(await queue.getJobs([place], start, start + wanted - 1, ascending)));
    total += count;
  }
  const listed = jobs.map((job) => toQueueJob(prefix, job, PLACE_STATES[state]));
  // A job may have moved on since it was found here.
  return { jobs: listed.filter((job) => job.state === state), total };
}

/** The state that BullMQ reports for jobs of each place. */
const PLACE_STATES: { readonly [State in JobState]: string } = {
  waiting: 'waiting',
  delayed: 'delayed',
  blocked: 'waiting-children',
  running: 'active',
  completed: 'completed',
  failed: 'failed',
};
