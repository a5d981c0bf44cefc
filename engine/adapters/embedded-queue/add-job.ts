import { MusterError } from '../../errors/index.ts';
import type { JobReference, NormalizedJob } from '../../ports/index.ts';
import { createJobDocument, hasEnded, inKey, JOBS_COLLECTION, type JobDocument } from './job-document.ts';
import type { JobTable } from './job-table.ts';

/** Attempts to add a job while the one that has its key ends, or its parent changes. */
const MAX_TRIES = 50;

/** What was stored; `added` is empty when the job existed, or another job has its key. */
export interface AddedJobs {
  readonly id: string;
  readonly added: readonly JobDocument[];
}

/** Adds a job with its children. Throws `job_parent_not_blocked` and `queue_unavailable`. */
export async function addJob(table: JobTable, job: NormalizedJob, now: number): Promise<AddedJobs> {
  const documents = [job, ...job.children].map((one) => createJobDocument(one, now));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const versionChecks = job.parent ? [await checkParent(table, job.parent)] : [];
    const result = await table.insert(documents, { versionChecks });
    if (result.committed) return { id: job.id, added: documents };
    if (await table.getOne(job)) return { id: job.id, added: [] };
    const [holder] = job.key === undefined ? [] : await table.find(inKey(job.queue, job.key), 1);
    if (holder) return { id: holder.id, added: [] };
    await assertChildrenAreNew(table, job.children);
  }
  throw new MusterError('queue_unavailable');
}

async function checkParent(table: JobTable, parent: JobReference): Promise<{ collection: string; id: string; version: number }> {
  const found = await table.getOne(parent);
  if (!found || hasEnded(found) || found.state !== 'blocked') throw new MusterError('job_parent_not_blocked');
  return { collection: JOBS_COLLECTION.name, id: found._id, version: found._version };
}

async function assertChildrenAreNew(table: JobTable, children: readonly NormalizedJob[]): Promise<void> {
  if (children.length === 0) return;
  const found = (await table.get(children)).find((child) => child !== undefined);
  if (found) throw new MusterError('job_invalid', { values: { reason: `its child ${found.id} exists already` } });
}
