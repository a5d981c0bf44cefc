import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import {
  logJobFailure,
  runAttempt,
  type AttemptOutcome,
  type ClockPort,
  type JobHandler,
  type LogPort,
  type QueueJob,
  type WorkerOptions,
} from '../../ports/index.ts';
import { CandidateList, type Share } from './candidate-list.ts';
import { claim, complete, fail, giveBack, lose } from './job-changes.ts';
import type { JobDocument } from './job-document.ts';
import type { JobTable } from './job-table.ts';

/** Runs whose end is being stored, per run in progress: above this, no further jobs are claimed. */
const MAX_ENDING = 4;
const MIN_RETRY_DELAY = 100;
const MAX_RETRY_DELAY = 2_000;

/** What the runner of a queue needs. */
export interface QueueRunnerOptions {
  readonly queue: string;
  readonly handler: JobHandler;
  readonly worker: Required<WorkerOptions>;
  readonly table: JobTable;
  readonly clock: ClockPort;
  readonly log: LogPort;
  /** The name under which this process claims jobs; undefined while it must not claim any. */
  readonly processId: () => string | undefined;
  readonly share: () => Share;
  readonly children: (job: JobDocument) => Promise<readonly QueueJob[]>;
  /** Called when the outcome of a run was stored. */
  readonly onStored: (job: JobDocument) => Promise<void>;
}

interface Run {
  readonly id: string;
  readonly abort: AbortController;
  job: JobDocument;
}

/** Claims and runs the jobs of one queue. The end of a run and the claim of the next job share a commit. */
export class QueueRunner {
  readonly queue: string;
  readonly options: QueueRunnerOptions;
  readonly #candidates: CandidateList;
  readonly #runs = new Map<string, Run>();
  /** Ids of jobs that are being claimed, run or ended: a find may still return them as waiting. */
  readonly #busy = new Set<string>();
  #claiming = 0;
  #ending = 0;
  #isStopping = false;
  #isInterrupting = false;
  #givesUp = false;
  #onIdle: (() => void) | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: QueueRunnerOptions) {
    this.options = options;
    this.queue = options.queue;
    this.#candidates = new CandidateList({
      table: options.table,
      queue: options.queue,
      size: options.worker.concurrency,
      share: options.share,
      isBusy: (job) => this.#busy.has(job._id),
      onFound: () => this.#start(),
    });
  }

  /** Looks for jobs now. Given the position of an added job: only if it could be taken. */
  wake(order?: number): void {
    this.#candidates.expire(order);
    this.#start();
  }

  /** Aborts the run of a job, if it runs here. */
  abort(documentId: string, reason: MusterError): void {
    this.#runs.get(documentId)?.abort.abort(reason);
  }

  abortAll(reason: MusterError): void {
    for (const run of this.#runs.values()) run.abort.abort(reason);
  }

  /** Whether a job that is claimed for this process really runs here, or its end is being stored. */
  isRunning(job: JobDocument): boolean {
    return this.#busy.has(job._id);
  }

  /** Aborts runs that were cancelled, or that lost their job to another process. */
  async checkRuns(): Promise<void> {
    const runs = [...this.#runs.values()];
    if (runs.length === 0) return;
    const jobs = await this.options.table.get(runs.map(({ job }) => job));
    for (const [index, run] of runs.entries()) {
      const job = jobs[index];
      if (job?.run !== run.id) run.abort.abort(new MusterError('job_lost'));
      else if (job.cancelledAt !== undefined) run.abort.abort(new MusterError('job_cancelled'));
    }
  }

  stop(within: number): Promise<void> {
    this.#stopped ??= this.#stop(within);
    return this.#stopped;
  }

  async #stop(within: number): Promise<void> {
    this.#isStopping = true;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    this.#noticeIdle();
    const timer = setTimeout(() => {
      this.#isInterrupting = true;
      this.abortAll(new MusterError('job_interrupted'));
    }, within);
    // After this time the handlers were given up, and only the store can still delay the end.
    const limit = setTimeout(() => (this.#givesUp = true), within + 6_000);
    await idle;
    clearTimeout(timer);
    clearTimeout(limit);
  }

  #start(): void {
    const { concurrency } = this.options.worker;
    const processId = this.options.processId();
    if (this.#isStopping || processId === undefined) return;
    let free = concurrency - this.#runs.size - this.#claiming;
    if (this.#ending > concurrency * MAX_ENDING) free = 0;
    for (; free > 0; free -= 1) {
      const candidate = this.#candidates.take();
      if (!candidate) return;
      this.#busy.add(candidate._id);
      this.#claiming += 1;
      void this.#claim(candidate, processId);
    }
  }

  async #claim(candidate: JobDocument, processId: string): Promise<void> {
    const id = randomUUID();
    const { table, clock } = this.options;
    // After an error of the store the next poll goes on. If the claim was stored nevertheless, `isRunning` denies it, and it is undone.
    const claimed = await table.replace(candidate, claim(candidate, processId, id, clock.now())).catch(() => 'failed' as const);
    this.#claiming -= 1;
    if (typeof claimed === 'object') return this.#run({ id, job: claimed, abort: new AbortController() });
    this.#busy.delete(candidate._id);
    if (claimed === undefined) {
      this.#candidates.noticeConflict();
      this.#start();
    }
    this.#noticeIdle();
  }

  async #run(run: Run): Promise<void> {
    const { handler, worker, children } = this.options;
    const { _id: documentId, id, queue, payload, attempts, maxAttempts, losses, addedAt, parent } = run.job;
    this.#runs.set(documentId, run);
    // The claim was on its way when its process began to stop.
    if (this.#isInterrupting) run.abort.abort(new MusterError('job_interrupted'));
    const outcome = await runAttempt({
      handler,
      options: worker,
      job: { id, queue, payload, attempt: attempts + 1, maxAttempts, losses, addedAt, ...(parent ? { parent } : {}) },
      abort: run.abort,
      writeProgress: (value) => this.#writeProgress(run, value),
      children: () => children(run.job),
    });
    this.#runs.delete(documentId);
    this.#ending += 1;
    const ended = this.#storeOutcome(run, outcome);
    this.#start();
    await ended;
    this.#ending -= 1;
    this.#busy.delete(documentId);
    if (run.job.state === 'waiting') this.#candidates.expire();
    this.#start();
    this.#noticeIdle();
  }

  /** Repeats until the store has accepted the outcome, or the run no longer has the job. */
  async #storeOutcome(run: Run, outcome: AttemptOutcome): Promise<void> {
    const { clock, log, worker, onStored } = this.options;
    for (let delay = MIN_RETRY_DELAY; !this.#givesUp; delay = Math.min(delay * 2, MAX_RETRY_DELAY)) {
      try {
        const stored = await this.#change(run, (job) => applyOutcome(job, outcome, worker.lossLimit, clock.now()));
        if (stored && outcome.kind === 'failed') logJobFailure(log, stored, outcome.error);
        if (stored) await onStored(stored);
        return;
      } catch (error) {
        log.warn({ queue: this.queue, job: run.job.id, error: (error as Error).name }, 'The end of a job could not be stored yet.');
        await wait(delay);
      }
    }
  }

  async #writeProgress(run: Run, progress: number | JsonObject): Promise<void> {
    await this.#change(run, (job) => ({ ...job, progress }));
  }

  /** Changes the job of a run; undefined when another run has it. */
  async #change(run: Run, change: (job: JobDocument) => JobDocument): Promise<JobDocument | undefined> {
    const { table } = this.options;
    const direct = await table.replace(run.job, change(run.job));
    const stored = direct ?? (await table.change(run.job, (job) => (job.run === run.id ? change(job) : undefined)));
    if (stored) run.job = stored;
    return stored;
  }

  #noticeIdle(): void {
    if (this.#isStopping && this.#runs.size + this.#claiming + this.#ending === 0) this.#onIdle?.();
  }
}

function applyOutcome(job: JobDocument, outcome: AttemptOutcome, lossLimit: number, now: number): JobDocument {
  switch (outcome.kind) {
    case 'completed':
      return complete(job, outcome.result, now);
    case 'failed':
      return fail(job, outcome, now);
    case 'lost':
      return lose(job, lossLimit, now);
    case 'interrupted':
      return giveBack(job, now);
  }
}
