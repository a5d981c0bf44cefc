import { FlowProducer, Queue } from 'bullmq';
import { MusterError } from '../../errors/index.ts';
import {
  assertIdCount,
  assertQueueName,
  EXPIRY_BATCH,
  EXPIRY_INTERVAL,
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
  type JobState,
  type NormalizedJob,
  type QueueHealth,
  type QueueJob,
  type QueuePort,
  type QueueWorker,
  type WorkerOptions,
  type IdsPort,
  type LogPort,
  JOB_RETENTION,
  LEASE,
} from '../../ports/index.ts';
import { BullmqWorker } from './bullmq-worker.ts';
import { request, type Connections, openConnections } from './connections.ts';
import { endCancelled, markCancelled, retryJob } from './change-job.ts';
import { listJobs } from './list-jobs.ts';
import {
  hasEnded,
  readJobKey,
  toData,
  toOptions,
  toQueueJob,
  type JobData,
  type StoredJob,
  type StoredQueue,
  type StoredResult,
} from './stored-job.ts';

/** The name that BullMQ wants for each job; the queue says what it is. */
const JOB_NAME = 'job';

/** The queue port over Redis. */
class BullmqQueue implements QueuePort {
  readonly #options: Required<BullmqQueueOptions>;
  readonly #connections: Connections;
  readonly #queues = new Map<string, StoredQueue>();
  readonly #workers = new Map<string, BullmqWorker>();
  readonly #flows: FlowProducer;
  /** Names that this process has registered in Redis. */
  readonly #registered = new Set<string>();
  #expiry: NodeJS.Timeout | undefined;
  #check: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: Required<BullmqQueueOptions>, connections: Connections) {
    this.#options = options;
    this.#connections = connections;
    const { prefix } = options;
    this.#flows = new FlowProducer({ connection: connections.client, prefix, skipVersionCheck: true, skipWaitingForReady: true });
    this.#flows.on('error', () => undefined);
    connections.client.on('ready', () => void this.#checkNames());
    connections.subscriber.on('message', (_channel: string, message: string) => this.#noticeCancel(JSON.parse(message) as JobReference));
    connections.subscriber.on('ready', () => void this.#checkRuns());
  }

  async add(queue: string, input: JobInput): Promise<string> {
    const job = normalizeJob(queue, input, () => this.#options.ids.next());
    return this.#request(async () => {
      for (const { queue: name } of [job, ...job.children]) await this.#register(name);
      if (job.children.length > 0) return this.#addWithChildren(job);
      if (job.parent) await this.#assertBlocked(job.parent);
      const parent = job.parent && { id: job.parent.id, queue: `${this.#options.prefix}:${job.parent.queue}` };
      const added = await this.#queue(queue).add(JOB_NAME, toData(job), { ...toOptions(job), ...(parent ? { parent } : {}) });
      return added.id ?? job.id;
    });
  }

  async #addWithChildren(job: NormalizedJob): Promise<string> {
    if (await this.#queue(job.queue).getJob(job.id)) return job.id;
    for (const { queue, id } of job.children)
      if (await this.#queue(queue).getJob(id))
        throw new MusterError('job_invalid', { values: { reason: `its child ${id} exists already` } });
    await this.#flows.add({
      name: JOB_NAME,
      queueName: job.queue,
      data: toData(job),
      opts: toOptions(job),
      children: job.children.map((child) => {
        const { parent: _parent, ...opts } = toOptions(child);
        return { name: JOB_NAME, queueName: child.queue, data: toData(child), opts };
      }),
    });
    return job.id;
  }

  /** A running child keeps its parent blocked, so that the parent cannot start between this and the add. */
  async #assertBlocked(parent: JobReference): Promise<void> {
    const state = await this.#queue(parent.queue).getJobState(parent.id);
    if (state !== 'waiting-children') throw new MusterError('job_parent_not_blocked');
  }

  async get(queue: string, ids: readonly string[]): Promise<readonly (QueueJob | undefined)[]> {
    assertQueueName(queue);
    assertIdCount(ids);
    return this.#request(() => Promise.all(ids.map((id) => this.#read({ queue, id }))));
  }

  async #read({ queue, id }: JobReference): Promise<QueueJob | undefined> {
    const stored = this.#queue(queue);
    // Sent one after the other on one connection: the state is hardly older than the job.
    const [state, job] = await Promise.all([stored.getJobState(id), stored.getJob(id)]);
    return job && toQueueJob(this.#options.prefix, job, state);
  }

  async list(query: JobQuery): Promise<JobPage> {
    const normalized = normalizeJobQuery(query);
    return this.#request(() => listJobs(this.#queue(query.queue), this.#options.prefix, normalized));
  }

  async health(queues?: readonly string[]): Promise<readonly QueueHealth[]> {
    return this.#request(async () => {
      const names = await this.#listNames();
      const wanted = names.filter((name) => queues?.includes(name) !== false);
      return Promise.all(wanted.sort().map((name) => this.#count(name)));
    });
  }

  async #count(queue: string): Promise<QueueHealth> {
    const counts = await this.#queue(queue).getJobCounts('wait', 'prioritized', 'delayed', 'waiting-children', 'active', 'failed');
    const of = (...states: string[]): number => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
    const health: Record<Exclude<JobState, 'completed'>, number> = {
      waiting: of('wait', 'prioritized'),
      delayed: of('delayed'),
      blocked: of('waiting-children'),
      running: of('active'),
      failed: of('failed'),
    };
    return { queue, ...health };
  }

  async cancel(queue: string, id: string): Promise<boolean> {
    assertQueueName(queue);
    return this.#request(() => this.#cancel({ queue, id }));
  }

  /** All are marked before any run is interrupted: otherwise a worker that becomes free could begin a child that is still to be cancelled. */
  async #cancel(reference: JobReference): Promise<boolean> {
    const { prefix } = this.#options;
    const { client } = this.#connections;
    const marked = await this.#markCancelled(reference);
    // Children first: the end of the last one makes their parent wait for a worker, so that it can be ended too.
    for (const one of [...marked].reverse())
      if (!(await endCancelled(this.#queue(one.queue), client, prefix, one.id)))
        await client.publish(getChannel(prefix), JSON.stringify(one));
    return marked.length > 0;
  }

  /** The job and its open children, of which each is marked now. */
  async #markCancelled(reference: JobReference): Promise<readonly JobReference[]> {
    const cancelled = await markCancelled(this.#queue(reference.queue), this.#options.prefix, reference.id);
    if (!cancelled) return [];
    const marked = [reference];
    for (const child of cancelled.children) marked.push(...(await this.#markCancelled(child)));
    return marked;
  }

  async retry(queue: string, id: string): Promise<void> {
    assertQueueName(queue);
    await this.#request(() => retryJob(this.#queue(queue), this.#connections.client, this.#options.prefix, id));
  }

  work<Payload>(queue: string, handler: JobHandler<Payload & QueueJob['payload']>, options?: WorkerOptions): QueueWorker {
    this.#assertOpen();
    const worker = normalizeWorkerOptions(queue, options);
    if (this.#workers.has(queue)) throw new MusterError('queue_invalid', { values: { queue, reason: 'it has a worker in this process' } });
    const running = new BullmqWorker({
      ...this.#options,
      queue,
      connection: this.#connections.worker,
      handler: handler as JobHandler,
      options: worker,
      children: (job) => this.#readChildren(job),
      isCancelled: (id) => this.#isCancelled({ queue, id }),
    });
    this.#workers.set(queue, running);
    this.#startTimers();
    return {
      stop: async ({ within = STOP_WAIT } = {}) => {
        await running.stop(within).finally(() => this.#workers.delete(queue));
      },
    };
  }

  async #readChildren(job: StoredJob): Promise<readonly QueueJob[]> {
    const { prefix } = this.#options;
    return this.#request(async () => {
      const backend = this.#queue(job.queueName).getBackend();
      const id = job.id ?? '';
      const [processed, failed] = await Promise.all([backend.getProcessedChildrenValues(id), backend.getIgnoredChildrenFailures(id)]);
      const keys = [...Object.keys(processed), ...Object.keys(failed)];
      const jobs = await Promise.all(keys.map((key) => this.#read(readJobKey(prefix, key))));
      return sortChildren(jobs.filter((child) => child !== undefined));
    });
  }

  /** A message says that a job was cancelled. */
  #noticeCancel({ queue, id }: JobReference): void {
    void this.#workers.get(queue)?.noticeCancel(id);
  }

  /** False while Redis is away: the next check of the runs finds out. */
  async #isCancelled({ queue, id }: JobReference): Promise<boolean> {
    const job = await request(this.#connections, () => this.#queue(queue).getJob(id)).catch(() => undefined);
    return job !== undefined && !hasEnded(job) && job.data.cancelledAt !== undefined;
  }

  /** The names of all queues that were ever used. */
  async #listNames(): Promise<readonly string[]> {
    await this.#restoreNames();
    return this.#connections.client.smembers(this.#namesKey);
  }

  /** Registers the names again that Redis has lost with its data, and logs the loss. */
  async #restoreNames(): Promise<void> {
    const names = [...this.#registered];
    if (names.length === 0) return;
    const missing = await this.#connections.client.sadd(this.#namesKey, ...names);
    if (missing > 0) this.#options.log.error({ adapter: 'bullmq' }, 'Redis has lost its data: the jobs that waited or ran in it are gone.');
  }

  /** Notices that Redis has lost its data. */
  async #checkNames(): Promise<void> {
    try {
      await this.#request(() => this.#restoreNames());
    } catch {
      // Redis is away, which its connection reports; the next check finds out.
    }
  }

  /** Finds cancelled jobs whose message was missed. */
  async #checkRuns(): Promise<void> {
    await Promise.all([...this.#workers.values()].map((worker) => worker.checkRuns()));
  }

  async removeExpired(): Promise<number> {
    return this.#request(async () => {
      let count = 0;
      for (const name of await this.#listNames())
        for (const state of ['completed', 'failed'] as const) count += await this.#removeExpired(name, state);
      return count;
    });
  }

  /** In batches, each of which Redis does without serving others. Processes that remove at the same time remove different jobs. */
  async #removeExpired(name: string, state: 'completed' | 'failed'): Promise<number> {
    for (let count = 0; ; ) {
      const removed = await this.#queue(name).clean(this.#options.retention, EXPIRY_BATCH, state);
      count += removed.length;
      if (removed.length < EXPIRY_BATCH || this.#isStopped) return count;
    }
  }

  async stop({ within = STOP_WAIT }: { readonly within?: number } = {}): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    clearInterval(this.#expiry);
    clearInterval(this.#check);
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop(within)));
    this.#connections.close();
  }

  #startTimers(): void {
    const { log, lease } = this.#options;
    this.#check ??= setInterval(() => void this.#checkNames().then(() => this.#checkRuns()), lease / 2).unref();
    this.#expiry ??= setInterval(
      () => void this.removeExpired().catch((error: Error) => log.warn({ error: error.name }, 'Old jobs could not be removed.')),
      EXPIRY_INTERVAL,
    ).unref();
  }

  #queue(name: string): StoredQueue {
    let queue = this.#queues.get(name);
    if (!queue) {
      queue = new Queue<JobData, StoredResult, string>(name, {
        connection: this.#connections.client,
        prefix: this.#options.prefix,
        skipVersionCheck: true,
        skipWaitingForReady: true,
        skipMetasUpdate: true,
      });
      queue.on('error', () => undefined);
      this.#queues.set(name, queue);
    }
    return queue;
  }

  async #register(name: string): Promise<void> {
    if (this.#registered.has(name)) return;
    await this.#connections.client.sadd(this.#namesKey, name);
    this.#registered.add(name);
  }

  get #namesKey(): string {
    return `${this.#options.prefix}:queues`;
  }

  #request<T>(run: () => Promise<T>): Promise<T> {
    this.#assertOpen();
    return request(this.#connections, run);
  }

  #assertOpen(): void {
    if (this.#isStopped) throw new MusterError('queue_unavailable');
  }
}

/** The channel on which processes tell each other that a job was cancelled. */
function getChannel(prefix: string): string {
  return `${prefix}:cancelled`;
}

/** Options of a queue in Redis. */
export interface BullmqQueueOptions {
  /** `redis://` or `rediss://` address of Redis 6.2 or newer, with `maxmemory-policy noeviction`. */
  readonly url: string;
  /** Start of the names of all keys, without a colon: the same on every node of an installation, and not used by any other. */
  readonly prefix: string;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Milliseconds after which a job whose lease was not renewed counts as lost; default 30,000. It is noticed within as long again. */
  readonly lease?: number;
  /** Milliseconds for which jobs are kept after their end; default 30 days. */
  readonly retention?: number;
}

/**
 * Creates a queue in Redis, on BullMQ. Without Redis, requests fail at once with `queue_unavailable`, and workers wait. Each worker has
 * a connection of its own, besides three of the queue.
 */
export async function createBullmqQueue(options: BullmqQueueOptions): Promise<QueuePort> {
  const { url, prefix, log, lease = LEASE, retention = JOB_RETENTION } = options;
  return new BullmqQueue({ ...options, lease, retention }, await openConnections(url, getChannel(prefix), log));
}
