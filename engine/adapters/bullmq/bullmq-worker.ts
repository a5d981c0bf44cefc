import { setTimeout as wait } from 'node:timers/promises';
import { WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { MusterError } from '../../errors/index.ts';
import {
  getRetryDelay,
  logJobFailure,
  runAttempt,
  type JobError,
  type JobHandler,
  type LogPort,
  type QueueJob,
  type WorkerOptions,
} from '../../ports/index.ts';
import { createFailure, readJobKey, type JobData, type StoredJob, type StoredResult } from './stored-job.ts';

/** Locks of dead workers are searched this many times during a lease. */
const CHECKS_PER_LEASE = 2;
/** Cancelled jobs that are remembered in case that they are about to start. */
const MAX_REMEMBERED = 1_000;
/** Milliseconds after the end of the wait in which aborted handlers end; afterwards only Redis can still delay the end. */
const STOP_GRACE = 6_000;

/** Options of a BullMQ worker. */
export interface BullmqWorkerOptions {
  readonly queue: string;
  readonly prefix: string;
  readonly connection: Redis;
  readonly handler: JobHandler;
  readonly options: Required<WorkerOptions>;
  readonly log: LogPort;
  /** Milliseconds. */
  readonly lease: number;
  readonly retention: number;
  readonly children: (job: StoredJob) => Promise<readonly QueueJob[]>;
  /** Whether a job is marked as cancelled now; false when that cannot be read. */
  readonly isCancelled: (id: string) => Promise<boolean>;
}

/** Runs the jobs of one queue. */
export class BullmqWorker {
  readonly #options: BullmqWorkerOptions;
  readonly #worker: Worker<JobData, StoredResult>;
  readonly #runs = new Map<string, AbortController>();
  /** Ids of messages about jobs that did not run here. */
  readonly #remembered = new Set<string>();
  #isInterrupting = false;
  #stopped: Promise<void> | undefined;

  constructor(options: BullmqWorkerOptions) {
    this.#options = options;
    const { queue, prefix, connection, lease, retention, options: worker, log } = options;
    const removal = { age: Math.ceil(retention / 1000) };
    this.#worker = new Worker(queue, (job: StoredJob, token = '') => this.#process(job, token), {
      connection,
      prefix,
      skipVersionCheck: true,
      concurrency: worker.concurrency,
      // Redis refuses fractions of a millisecond, and BullMQ then finds no lost jobs.
      lockDuration: Math.ceil(lease),
      stalledInterval: Math.ceil(lease / CHECKS_PER_LEASE),
      maxStalledCount: worker.lossLimit,
      removeOnComplete: removal,
      removeOnFail: removal,
      settings: {
        backoffStrategy: (attempts, _type, _error, job) => getRetryDelay((job?.data as JobData).backOff, attempts, Math.random()),
      },
    });
    this.#worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) this.#runs.get(id)?.abort(new MusterError('job_lost'));
    });
    this.#worker.on('stalled', (job) => log.warn({ queue, job }, 'A job was taken over: the process that ran it ended.'));
    // The connection reports that Redis is away; what is left are jobs that were lost.
    this.#worker.on('error', (error) => log.debug({ queue, error: error.name }, 'A worker reported an error.'));
  }

  /** A message says that a job was cancelled: aborts it if it runs here, or is about to. */
  async noticeCancel(id: string): Promise<void> {
    if (this.#runs.has(id)) return this.#checkRun(id);
    this.#remembered.add(id);
    if (this.#remembered.size > MAX_REMEMBERED) for (const oldest of [...this.#remembered].slice(0, 1)) this.#remembered.delete(oldest);
  }

  /** Finds cancelled jobs whose message was missed. */
  async checkRuns(): Promise<void> {
    for (const id of [...this.#runs.keys()]) await this.#checkRun(id);
  }

  /** Reads the job again: the message may be older than a retry, which took the mark back. */
  async #checkRun(id: string): Promise<void> {
    const run = this.#runs.get(id);
    if (run && (await this.#options.isCancelled(id))) run.abort(new MusterError('job_cancelled'));
  }

  stop(within: number): Promise<void> {
    this.#stopped ??= this.#stop(within);
    return this.#stopped;
  }

  async #stop(within: number): Promise<void> {
    const timer = setTimeout(() => {
      this.#isInterrupting = true;
      for (const run of this.#runs.values()) run.abort(new MusterError('job_interrupted'));
    }, within);
    const timeout = new AbortController();
    const closed = this.#worker.close();
    await Promise.race([closed, wait(within + STOP_GRACE, undefined, { signal: timeout.signal }).catch(() => undefined)]);
    timeout.abort();
    clearTimeout(timer);
  }

  async #process(job: StoredJob, token: string): Promise<StoredResult> {
    const id = job.id ?? '';
    const abort = new AbortController();
    this.#runs.set(id, abort);
    try {
      if (job.data.cancelledAt !== undefined) abort.abort(new MusterError('job_cancelled'));
      // It may have been cancelled after it was read.
      else if (this.#remembered.delete(id)) await this.#checkRun(id);
      if (this.#isInterrupting) abort.abort(new MusterError('job_interrupted'));
      return await this.#run(job, token, abort);
    } finally {
      this.#runs.delete(id);
    }
  }

  async #run(job: StoredJob, token: string, abort: AbortController): Promise<StoredResult> {
    const { queue, prefix, handler, options, children } = this.#options;
    const outcome = await runAttempt({
      handler,
      options,
      job: {
        id: job.id ?? '',
        queue,
        payload: job.data.payload,
        attempt: job.attemptsMade + 1,
        maxAttempts: job.opts.attempts ?? 1,
        losses: job.stalledCounter,
        addedAt: job.timestamp,
        ...(job.parentKey === undefined ? {} : { parent: readJobKey(prefix, job.parentKey) }),
      },
      abort,
      writeProgress: (value) => job.updateProgress({ value }),
      children: () => children(job),
    });
    switch (outcome.kind) {
      case 'completed':
        return { value: outcome.result };
      case 'failed':
        throw this.#fail(job, outcome.error, outcome.isFinal);
      case 'lost':
      case 'interrupted':
        // Fails when another worker has the job already.
        await job.moveToWait(token).catch(() => undefined);
        throw new WaitingError();
    }
  }

  #fail(job: StoredJob, error: JobError, isFinal: boolean): Error {
    const [attempts, maxAttempts] = [job.attemptsMade + 1, job.opts.attempts ?? 1];
    const state = isFinal || attempts >= maxAttempts ? 'failed' : 'delayed';
    logJobFailure(this.#options.log, { queue: this.#options.queue, id: job.id ?? '', state, attempts, maxAttempts }, error);
    return createFailure(job, error, isFinal);
  }
}
