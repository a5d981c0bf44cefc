import { MusterError } from '../../errors/index.ts';
import {
  EXPIRY_INTERVAL,
  type JobHandler,
  type QueueJob,
  type QueueWorker,
  STOP_WAIT,
  type StoreFeed,
  type WorkerOptions,
} from '../../ports/index.ts';
import type { EmbeddedQueueOptions } from './embedded-queue-options.ts';
import { giveBack, lose, makeDue } from './job-changes.ts';
import { inPlace, JOBS_COLLECTION, toKeys, type JobDocument } from './job-document.ts';
import type { JobTable } from './job-table.ts';
import type { ParentReleaser } from './parent-releaser.ts';
import { ProcessLease } from './process-lease.ts';
import { QueueRunner } from './queue-runner.ts';

/** Delayed jobs of a queue that are made due at the same time, and running ones that are read at the same time. */
const BATCH = 500;

/** Options of the runners. */
export interface RunnerGroupOptions extends Required<EmbeddedQueueOptions> {
  readonly table: JobTable;
  readonly releaser: ParentReleaser;
  readonly removeExpired: () => Promise<number>;
}

/** How a queue is worked on. */
export interface RunnerInput {
  readonly handler: JobHandler;
  readonly worker: Required<WorkerOptions>;
  readonly children: (job: JobDocument) => Promise<readonly QueueJob[]>;
}

/** The runners of a process: wakes them when there is work, and takes over the jobs of processes that died. */
export class RunnerGroup {
  readonly #options: RunnerGroupOptions;
  readonly #runners = new Map<string, QueueRunner>();
  readonly #lease: ProcessLease;
  #claimed = new Map<string, readonly JobDocument[]>();
  #poll: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #due: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;
  #feed: Promise<StoreFeed> | undefined;
  #polling: Promise<void> | undefined;
  #expiring: Promise<void> | undefined;
  #pollsAgain = false;
  #isStopped = false;

  constructor(options: RunnerGroupOptions) {
    this.#options = options;
    this.#lease = new ProcessLease({
      ...options,
      onLost: () => this.#abortAll(new MusterError('job_lost')),
      prepareCheck: () => this.#readRunning(),
      onCheck: (isAlive) => this.#takeOver(isAlive),
    });
  }

  /** Throws `queue_invalid` for a queue that has a runner. */
  add(queue: string, input: RunnerInput): QueueWorker {
    if (this.#runners.has(queue)) throw new MusterError('queue_invalid', { values: { queue, reason: 'it has a worker in this process' } });
    const { table, clock, log, releaser } = this.#options;
    const runner = new QueueRunner({
      ...input,
      queue,
      table,
      clock,
      log,
      processId: () => this.#lease.worker,
      share: () => this.#lease.share,
      onStored: async (job) => {
        if (job.state === 'delayed') this.#scheduleDue(job.runAt);
        await releaser.noticeEnd(job);
      },
    });
    this.#runners.set(queue, runner);
    void this.#start().then(() => this.#pollNow());
    return {
      stop: async ({ within = STOP_WAIT } = {}) => {
        await runner.stop(within);
        this.#runners.delete(queue);
      },
    };
  }

  /** A job was added or changed by this process, or added by another. */
  noticeJob(job: JobDocument): void {
    const runner = this.#runners.get(job.queue);
    if (job.state === 'waiting') runner?.wake(Number(toKeys(job)['order']));
    else if (job.state === 'delayed' && runner) this.#scheduleDue(job.runAt);
  }

  abort(job: JobDocument, reason: MusterError): void {
    this.#runners.get(job.queue)?.abort(job._id, reason);
  }

  async stop(within: number): Promise<void> {
    await Promise.all([...this.#runners.values()].map((runner) => runner.stop(within)));
    this.#isStopped = true;
    clearInterval(this.#poll);
    clearInterval(this.#expiry);
    clearTimeout(this.#due?.timer);
    await (await this.#feed?.catch(() => undefined))?.stop();
    await this.#polling;
    await this.#expiring;
    await this.#lease.stop();
  }

  async #start(): Promise<void> {
    if (this.#poll) return;
    const { store, pollInterval, log } = this.#options;
    this.#poll = setInterval(() => void this.#pollNow(), pollInterval).unref();
    this.#expiry = setInterval(() => {
      // One process removes them: several would try the same ones.
      if (this.#lease.share.index === 0) this.#expiring ??= this.#removeExpired();
    }, EXPIRY_INTERVAL).unref();
    this.#feed = store.watchInserts(JOBS_COLLECTION.name, {
      onInserts: (inserted) => {
        for (const { document } of inserted) this.noticeJob(document as unknown as JobDocument);
      },
      onGap: () => void this.#pollNow(),
    });
    // Without a feed, polling finds the jobs of other processes.
    this.#feed.catch((error: Error) => log.warn({ error: error.name }, 'Jobs that other processes add are found by polling only.'));
    await this.#lease.start();
  }

  async #removeExpired(): Promise<void> {
    const { log, removeExpired } = this.#options;
    await removeExpired().catch((error: Error) => log.warn({ error: error.name }, 'Old jobs could not be removed.'));
    this.#expiring = undefined;
  }

  /** During a poll: polls once more after it, because it may be past the queue that is meant. */
  #pollNow(): Promise<void> {
    this.#pollsAgain = true;
    this.#polling ??= this.#pollAll().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async #pollAll(): Promise<void> {
    while (this.#pollsAgain && !this.#isStopped) {
      this.#pollsAgain = false;
      await this.#pollOnce();
    }
  }

  async #pollOnce(): Promise<void> {
    for (const runner of this.#runners.values()) {
      if (this.#isStopped) return;
      try {
        await this.#makeJobsDue(runner.queue);
        await runner.checkRuns();
        runner.wake();
      } catch (error) {
        this.#options.log.warn({ queue: runner.queue, error: (error as Error).name }, 'A queue could not be read.');
      }
    }
  }

  async #makeJobsDue(queue: string): Promise<void> {
    const { table, clock } = this.#options;
    while (!this.#isStopped) {
      const [next] = await table.find(inPlace(queue, 'delayed'), 1);
      if (!next) return;
      if (next.runAt > clock.now()) return this.#scheduleDue(next.runAt);
      const due = await table.find(inPlace(queue, 'delayed', clock.now()), BATCH);
      const stored = await Promise.all(due.map((job) => table.replace(job, makeDue(job))));
      // Another process was faster with all of them, and goes on.
      if (!stored.some(Boolean)) return;
    }
  }

  /** Polls again when a job is due, if that is before the next poll. */
  #scheduleDue(at: number): void {
    const delay = at - this.#options.clock.now();
    if (this.#isStopped || delay > this.#options.pollInterval || (this.#due && this.#due.at <= at)) return;
    clearTimeout(this.#due?.timer);
    const timer = setTimeout(
      () => {
        this.#due = undefined;
        void this.#pollNow();
      },
      Math.max(delay, 1),
    );
    this.#due = { at, timer };
  }

  async #readRunning(): Promise<void> {
    const queues = [...this.#runners.keys()];
    const found = await Promise.all(queues.map((queue) => this.#options.table.findAll(inPlace(queue, 'running'), BATCH)));
    this.#claimed = new Map(queues.map((queue, index) => [queue, found[index] ?? []]));
  }

  async #takeOver(isAlive: (worker: string) => boolean): Promise<void> {
    const { table, clock, releaser } = this.#options;
    for (const [queue, jobs] of this.#claimed) {
      const runner = this.#runners.get(queue);
      if (!runner) continue;
      for (const job of jobs) {
        const isLost = job.worker === undefined || !isAlive(job.worker);
        const isUnknownHere = job.worker === this.#lease.worker && !runner.isRunning(job);
        if (!isLost && !isUnknownHere) continue;
        const next = isLost ? lose(job, runner.options.worker.lossLimit, clock.now()) : giveBack(job, clock.now());
        const stored = await table.replace(job, next);
        if (!stored) continue;
        this.#options.log.warn({ queue, job: job.id, losses: stored.losses }, 'A job was taken over: the process that ran it ended.');
        this.noticeJob(stored);
        await releaser.noticeEnd(stored);
      }
      await releaser.sweep(queue);
    }
  }

  #abortAll(reason: MusterError): void {
    for (const runner of this.#runners.values()) runner.abortAll(reason);
  }
}
