import { MusterError } from '../../errors/index.ts';
import {
  assertIdCount,
  assertQueueName,
  normalizeJob,
  normalizeJobQuery,
  normalizeWorkerOptions,
  sortChildren,
  STOP_WAIT,
  type JobHandler,
  type JobInput,
  type JobPage,
  type JobQuery,
  type JobReference,
  type QueueHealth,
  type QueueJob,
  type QueuePort,
  type QueueWorker,
  type WorkerOptions,
  JOB_RETENTION,
  LEASE,
} from '../../ports/index.ts';
import { addJob } from './add-job.ts';
import type { EmbeddedQueueOptions } from './embedded-queue-options.ts';
import { cancel, retry } from './job-changes.ts';
import { childrenOf, hasEnded, inKey, inPlace, toQueueJob, type JobDocument, JOBS_COLLECTION, QUEUES_COLLECTION } from './job-document.ts';
import { removeExpiredJobs } from './expired-jobs.ts';
import { JobTable } from './job-table.ts';
import { ParentReleaser } from './parent-releaser.ts';
import { QueueNames } from './queue-names.ts';
import { RunnerGroup } from './runner-group.ts';
import { WORKERS_COLLECTION } from './process-lease.ts';

const MAX_CHILDREN_READ = 10_000;
/** Children that are cancelled at the same time. */
const CANCEL_BATCH = 100;

/** The queue port over a store. */
class EmbeddedQueue implements QueuePort {
  readonly #options: Required<EmbeddedQueueOptions>;
  readonly #table: JobTable;
  readonly #names: QueueNames;
  readonly #releaser: ParentReleaser;
  readonly #runners: RunnerGroup;
  #isStopped = false;

  constructor(options: Required<EmbeddedQueueOptions>, names: QueueNames) {
    this.#options = options;
    this.#names = names;
    this.#table = new JobTable(options.store);
    this.#releaser = new ParentReleaser({ ...options, table: this.#table, onReleased: (job) => this.#runners.noticeJob(job) });
    this.#runners = new RunnerGroup({
      ...options,
      table: this.#table,
      releaser: this.#releaser,
      removeExpired: () => this.removeExpired(),
    });
  }

  async add(queue: string, input: JobInput): Promise<string> {
    this.#assertOpen();
    const job = normalizeJob(queue, input, () => this.#options.ids.next());
    for (const { queue: name } of [job, ...job.children]) if (!this.#names.has(name)) await this.#names.add(name);
    const { id, added } = await addJob(this.#table, job, this.#options.clock.now());
    for (const one of added) this.#runners.noticeJob(one);
    return id;
  }

  async get(queue: string, ids: readonly string[]): Promise<readonly (QueueJob | undefined)[]> {
    this.#assertOpen();
    assertQueueName(queue);
    assertIdCount(ids);
    const jobs = await this.#table.get(ids.map((id) => ({ queue, id })));
    return jobs.map((job) => job && toQueueJob(job));
  }

  async list(query: JobQuery): Promise<JobPage> {
    this.#assertOpen();
    const { queue, state, offset, limit } = normalizeJobQuery(query);
    const descending = state === 'completed' || state === 'failed';
    const { jobs, total } = await this.#table.page(inPlace(queue, state), { descending, offset, limit });
    return { jobs: jobs.map(toQueueJob), total };
  }

  async health(queues?: readonly string[]): Promise<readonly QueueHealth[]> {
    this.#assertOpen();
    const count = (queue: string, state: QueueJob['state']): Promise<number> => this.#table.count(inPlace(queue, state));
    const names = await this.#names.list();
    return Promise.all(
      names
        .filter((name) => queues?.includes(name) !== false)
        .map(async (queue) => ({
          queue,
          waiting: await count(queue, 'waiting'),
          delayed: await count(queue, 'delayed'),
          blocked: await count(queue, 'blocked'),
          running: await count(queue, 'running'),
          failed: await count(queue, 'failed'),
        })),
    );
  }

  /** All are marked before any run is interrupted: otherwise a worker that becomes free could begin a child that is still to be cancelled. */
  async cancel(queue: string, id: string): Promise<boolean> {
    this.#assertOpen();
    assertQueueName(queue);
    const marked = await this.#markCancelled({ queue, id });
    for (const job of marked) if (job.state === 'running') this.#runners.abort(job, new MusterError('job_cancelled'));
    return marked.length > 0;
  }

  /** The job and its open children, of which each is marked now. */
  async #markCancelled(reference: JobReference): Promise<readonly JobDocument[]> {
    const now = this.#options.clock.now();
    let wasBlocked = false;
    const changed = await this.#table.change(reference, (job) => {
      if (hasEnded(job)) return undefined;
      wasBlocked = job.state === 'blocked';
      return job.state === 'running' ? { ...job, cancelledAt: job.cancelledAt ?? now } : cancel(job, now);
    });
    if (!changed) return [];
    if (changed.state !== 'running') await this.#releaser.noticeEnd(changed);
    return wasBlocked ? [changed, ...(await this.#markChildren(changed))] : [changed];
  }

  async #markChildren(parent: JobDocument): Promise<readonly JobDocument[]> {
    const marked: JobDocument[] = [];
    for (;;) {
      const open = (await this.#table.find(childrenOf(parent, true), CANCEL_BATCH)).filter((child) => child.cancelledAt === undefined);
      if (open.length === 0) return marked;
      marked.push(...(await Promise.all(open.map((child) => this.#markCancelled(child)))).flat());
    }
  }

  async retry(queue: string, id: string): Promise<void> {
    this.#assertOpen();
    assertQueueName(queue);
    const job = await this.#table.getOne({ queue, id });
    if (!job) throw new MusterError('job_not_found');
    if (job.state !== 'failed') throw new MusterError('job_not_failed');
    const stored = await this.#table.replace(job, retry(job, this.#options.clock.now()));
    if (stored) return this.#runners.noticeJob(stored);
    const [holder] = job.key === undefined ? [] : await this.#table.find(inKey(queue, job.key), 1);
    throw new MusterError(holder && holder.id !== id ? 'job_duplicate' : 'job_not_failed');
  }

  work<Payload>(queue: string, handler: JobHandler<Payload & QueueJob['payload']>, options?: WorkerOptions): QueueWorker {
    this.#assertOpen();
    const worker = normalizeWorkerOptions(queue, options);
    return this.#runners.add(queue, { handler: handler as JobHandler, worker, children: (job) => this.#readChildren(job) });
  }

  async #readChildren(parent: JobDocument): Promise<readonly QueueJob[]> {
    const jobs = await this.#table.find(childrenOf(parent, false), MAX_CHILDREN_READ);
    return sortChildren(jobs.filter(hasEnded).map(toQueueJob));
  }

  async removeExpired(): Promise<number> {
    this.#assertOpen();
    const before = this.#options.clock.now() - this.#options.retention;
    return removeExpiredJobs(this.#table, { queues: await this.#names.list(), before, isStopped: () => this.#isStopped });
  }

  async stop({ within = STOP_WAIT }: { readonly within?: number } = {}): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    await this.#runners.stop(within);
  }

  #assertOpen(): void {
    if (this.#isStopped) throw new MusterError('queue_unavailable');
  }
}

/**
 * Creates a queue in a store: jobs are committed like records, and any number of processes work on them. Throws the errors of the
 * store while that is unavailable.
 */
export async function createEmbeddedQueue(options: EmbeddedQueueOptions): Promise<QueuePort> {
  await options.store.applySchemas([JOBS_COLLECTION, QUEUES_COLLECTION, WORKERS_COLLECTION]);
  const { lease = LEASE, retention = JOB_RETENTION, pollInterval = 1_000 } = options;
  return new EmbeddedQueue({ ...options, lease, retention, pollInterval }, new QueueNames(options.store));
}
