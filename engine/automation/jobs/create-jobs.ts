import { createBackOff, runWithBackOff } from '#engine/model/time';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort, IdsPort, JobState, LogPort, QueueHealth, QueueJob, QueuePort, QueueWorker, StorePort } from '../../ports/index.ts';
import { addRun, createSchedules, type Schedules } from '../schedules/create-schedules.ts';
import { isScheduled, ONCE, queueOf, type JobDefinition } from './job-definition.ts';

/** Milliseconds between two checks of what is due. */
const INTERVAL = 1_000;
/** Maximum interval between two checks while the store or the queue is unavailable, in milliseconds. */
const MAX_PAUSE = 10_000;

/** A queue as an admin sees it. */
export interface QueueStatus extends QueueHealth {
  /** Undefined: no job of this name is declared any more. */
  readonly definition: JobDefinition | undefined;
  /** Epoch milliseconds of the next scheduled run; undefined: none. */
  readonly nextAt: number | undefined;
  /** The job that runs, else the one that ended last. */
  readonly last: QueueJob | undefined;
}

/** The jobs of the product and of its plugins: their schedules, workers and runs. */
export interface Jobs {
  /** Starts the workers of this process. Scheduled jobs are added when they are due; with `schedule: 'manual'`, by `addDue` only. */
  start(options?: { readonly schedule?: 'automatic' | 'manual' }): void;
  /** Adds what is due now. */
  addDue(): Promise<void>;
  /** All queues with their state, by name. */
  list(): Promise<readonly QueueStatus[]>;
  /** One queue with its state. Errors: `queue_not_found` for a queue that was never used, and whose job is not declared. */
  get(queue: string): Promise<QueueStatus>;
  /** Errors: `queue_not_found` for a queue that was never used, and whose job is not declared. */
  assertKnown(queue: string): Promise<void>;
  /**
   * Runs a scheduled job now, beside its schedule, and returns the id of the run. Errors: `queue_not_found` (no job of this name is
   * declared), `job_invalid` (it has no schedule), `job_duplicate` (a run has not ended).
   */
  runNow(queue: string): Promise<string>;
  /** Takes no more jobs; resolves when the running ones have ended or were returned to their queues. */
  stop(): Promise<void>;
}

/** Options of the jobs. */
export interface JobsOptions {
  readonly definitions: readonly JobDefinition[];
  readonly queue: QueuePort;
  /** Keeps the schedules; its collection exists. */
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Time zone of the schedules. */
  timeZone(): string;
}

/** Creates the jobs of a process. Errors: `plugin_invalid` for a schedule that cannot be parsed. */
export function createJobs(options: JobsOptions): Jobs {
  const { definitions, queue, ids, log } = options;
  const scheduled = definitions.filter(isScheduled);
  const schedules = createSchedules({ ...options, jobs: scheduled });
  const workers = new Map<JobDefinition, QueueWorker | undefined>();
  const backOff = createBackOff({ initialDelay: INTERVAL, maxDelay: MAX_PAUSE });
  let timer: NodeJS.Timeout | undefined;
  const addDue = (): Promise<void> => schedules.addDue(scheduled.filter(isReady));
  const check = (): void => {
    updateWorkers(options, schedules, workers);
    runWithBackOff(backOff, addDue, ({ name }, nextInSeconds) =>
      log.warn({ error: name, nextInSeconds }, 'Jobs that may be due could not be added to their queues.'),
    );
  };
  const assertKnown = async (name: string): Promise<QueueHealth | undefined> => {
    const [health] = await queue.health([name]);
    if (health === undefined && findDefinition(options, name) === undefined) throw new MusterError('queue_not_found');
    return health;
  };
  return {
    start: ({ schedule = 'automatic' } = {}) => {
      if (schedule === 'manual') return updateWorkers(options, schedules, workers);
      timer ??= setInterval(check, INTERVAL);
      timer.unref();
      check();
    },
    addDue,
    list: () => listQueues(options, schedules),
    get: async (name) => {
      const health = await assertKnown(name);
      return describeQueue(options, name, health, await schedules.nextTimes());
    },
    assertKnown: async (name) => void (await assertKnown(name)),
    runNow: async (name) => {
      const definition = findDefinition(options, name);
      if (definition === undefined) throw new MusterError('queue_not_found');
      if (!isScheduled(definition))
        throw new MusterError('job_invalid', { values: { reason: 'it runs only when it is added with its input' } });
      const id = `manual-${ids.next()}`;
      if (!(await addRun(queue, definition, id))) throw new MusterError('job_duplicate');
      return id;
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all([...workers.values()].map(async (worker) => worker?.stop()));
    },
  };
}

function findDefinition({ definitions }: JobsOptions, queue: string): JobDefinition | undefined {
  return definitions.find((definition) => queueOf(definition) === queue);
}

function isReady(definition: JobDefinition): boolean {
  return definition.isReady?.() !== false;
}

/**
 * Starts the workers of jobs that are ready in this process, and stops those of jobs that no longer are. A worker that cannot be started is
 * logged once and stays undefined.
 */
function updateWorkers(
  { definitions, queue, log }: JobsOptions,
  schedules: Schedules,
  workers: Map<JobDefinition, QueueWorker | undefined>,
): void {
  for (const definition of definitions) {
    if (isReady(definition) === workers.has(definition)) continue;
    if (workers.has(definition)) void stopWorker(log, workers, definition);
    else workers.set(definition, tryToStartWorker(queue, schedules, log, definition));
  }
}

async function stopWorker(log: LogPort, workers: Map<JobDefinition, QueueWorker | undefined>, definition: JobDefinition): Promise<void> {
  try {
    await workers.get(definition)?.stop();
  } catch (error) {
    const name = error instanceof Error ? error.name : String(error);
    log.warn({ queue: queueOf(definition), error: name }, 'A worker did not stop in order.');
  } finally {
    workers.delete(definition);
  }
}

function tryToStartWorker(queue: QueuePort, schedules: Schedules, log: LogPort, definition: JobDefinition): QueueWorker | undefined {
  try {
    return startWorker(queue, schedules, definition);
  } catch (error) {
    if (!(error instanceof MusterError)) throw error;
    log.error({ queue: queueOf(definition), code: error.code, cause: error.message }, 'The worker of a job cannot be started.');
    return undefined;
  }
}

function startWorker(queue: QueuePort, schedules: Schedules, definition: JobDefinition): QueueWorker {
  const { limit, concurrency } = definition;
  return queue.work(
    queueOf(definition),
    async (context) => {
      const result = await definition.run(context);
      if (isScheduled(definition) && definition.schedule === ONCE) await schedules.finish(definition);
      return result;
    },
    {
      ...(limit === undefined ? {} : { limit }),
      ...(concurrency === undefined ? {} : { concurrency }),
      isRetryable: (error) => definition.isRetryable?.(error) !== false,
    },
  );
}

async function listQueues(options: JobsOptions, schedules: Schedules): Promise<readonly QueueStatus[]> {
  const { definitions, queue } = options;
  const [health, nextTimes] = await Promise.all([queue.health(), schedules.nextTimes()]);
  const known = new Map(health.map((one) => [one.queue, one]));
  const names = new Set([...definitions.map(queueOf), ...known.keys()]);
  return Promise.all([...names].sort().map((name) => describeQueue(options, name, known.get(name), nextTimes)));
}

async function describeQueue(
  options: JobsOptions,
  name: string,
  health: QueueHealth | undefined,
  nextTimes: ReadonlyMap<string, number | null>,
): Promise<QueueStatus> {
  return {
    ...(health ?? { queue: name, waiting: 0, delayed: 0, blocked: 0, running: 0, failed: 0 }),
    definition: findDefinition(options, name),
    nextAt: nextTimes.get(name) ?? undefined,
    last: await findLast(options.queue, name),
  };
}

async function findLast(queue: QueuePort, name: string): Promise<QueueJob | undefined> {
  const first = async (state: JobState): Promise<QueueJob | undefined> => (await queue.list({ queue: name, state, limit: 1 })).jobs[0];
  const [running, ...ended] = await Promise.all([first('running'), first('completed'), first('failed')]);
  return running ?? ended.filter((job) => job !== undefined).sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))[0];
}
