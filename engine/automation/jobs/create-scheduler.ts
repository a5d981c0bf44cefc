import { setTimeout as wait } from 'node:timers/promises';
import { Cron } from 'croner';
import { createBackOff, runWithBackOff, type CollectionSchema, type RecordDocument } from '#engine/model';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort, LogPort, StorePort } from '../../ports/index.ts';

/** A scheduled job. */
export interface ScheduledJob {
  /** The plugin that declares it. */
  readonly plugin: string;
  readonly name: string;
  /** Cron expression of five or six fields, or 'once': runs until it has succeeded, and never again. */
  readonly schedule: string;
  /** False: not run by this process, such as while its plugin is off; default true. */
  isReady?(): boolean;
  run(): Promise<void>;
}

/** Runs jobs at their scheduled times, each once across all processes of the store. */
export interface Scheduler {
  start(): void;
  /** Runs due jobs now; for tests and `start`. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** Options of a scheduler. */
export interface SchedulerOptions {
  readonly jobs: readonly ScheduledJob[];
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly log: LogPort;
  /** Time zone of the schedules. */
  timeZone(): string;
  /** Milliseconds after which a run that did not report its end is considered lost and is repeated; default 5 minutes. */
  readonly lostAfter?: number;
}

const TICK = 1000;
/** Maximum interval between two polls while the store is unavailable. */
const MAX_PAUSE = 10_000;
/** Milliseconds that running jobs have to end when the process stops; a job that needs longer is considered lost and is repeated. */
const STOP_WAIT = 10_000;

/** Used in place of a cron expression. */
const ONCE = 'once';
/** Milliseconds after which a failed `once` job is tried again. */
const ONCE_RETRY_DELAY = 600_000;
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Creates a scheduler over the store. The next time of each job is stored, and updated before the job runs: after a restart one missed run
 * is caught up, a clock that jumps back repeats none, and only one of several processes runs it. Errors: `plugin_invalid` for a schedule
 * that cannot be parsed.
 */
export async function createScheduler(options: SchedulerOptions): Promise<Scheduler> {
  for (const job of options.jobs) nextTime(job, options, options.clock.now());
  if (options.jobs.length > 0) await options.store.applySchemas([JOBS_COLLECTION]);
  const states = createJobStates(options.store);
  const backOff = createBackOff({ initialDelay: TICK, maxDelay: MAX_PAUSE });
  const running = new Map<ScheduledJob, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  // Jobs run independently: a job that takes minutes delays no other.
  const runOne = (job: ScheduledJob): Promise<void> => {
    const begun = running.get(job) ?? runIfDue(job, options, states).finally(() => running.delete(job));
    running.set(job, begun);
    return begun;
  };
  const tick = async (): Promise<void> => void (await Promise.all(options.jobs.map(runOne)));
  const wake = (): void =>
    runWithBackOff(backOff, tick, ({ name }, nextInSeconds) =>
      options.log.warn({ error: name, nextInSeconds }, 'The schedule could not be read.'),
    );
  return {
    tick,
    start: () => {
      if (options.jobs.length === 0) return;
      timer ??= setInterval(wake, TICK);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.race([Promise.allSettled(running.values()), wait(STOP_WAIT, undefined, { ref: false })]);
    },
  };
}

async function runIfDue(job: ScheduledJob, options: SchedulerOptions, states: JobStates): Promise<void> {
  if (job.isReady?.() === false) return;
  const id = `${job.plugin}/${job.name}`;
  const now = options.clock.now();
  const state = await states.get(id);
  if (!state)
    return void (await states.put(id, undefined, {
      nextAt: job.schedule === ONCE ? now : nextTime(job, options, now),
      runningUntil: null,
    }));
  const isLost = state.runningUntil !== null && state.runningUntil <= now;
  const isDue = state.runningUntil === null && state.nextAt <= now;
  if (!isLost && !isDue) return;
  const nextAt = isDue ? nextTime(job, options, now) : state.nextAt;
  const claimed = await states.put(id, state, { nextAt, runningUntil: now + (options.lostAfter ?? 300_000) });
  if (claimed) await runClaimed(job, options, states, claimed, id);
}

async function runClaimed(job: ScheduledJob, { log }: SchedulerOptions, states: JobStates, claimed: JobState, id: string): Promise<void> {
  let { nextAt } = claimed;
  try {
    await job.run();
    if (job.schedule === ONCE) nextAt = NEVER;
  } catch (error) {
    log.error(
      { plugin: job.plugin, job: job.name, code: error instanceof MusterError ? error.code : undefined },
      `The job ${id} failed; it runs again at its next time.`,
    );
  }
  await states.put(id, claimed, { nextAt, runningUntil: null });
}

function nextTime(job: ScheduledJob, options: SchedulerOptions, after: number): number {
  if (job.schedule === ONCE) return after + ONCE_RETRY_DELAY;
  try {
    const next = new Cron(job.schedule, { timezone: options.timeZone(), paused: true }).nextRun(new Date(after));
    // A schedule whose last time has passed never runs again.
    return next?.getTime() ?? NEVER;
  } catch (error) {
    throw new MusterError('plugin_invalid', {
      values: { plugin: job.plugin, cause: `The schedule of its job ${job.name} cannot be read.` },
      cause: error,
    });
  }
}

/** The next run of each job. */
const JOBS_COLLECTION: CollectionSchema = { name: '_jobs', keys: [], indexes: [], contains: [] };

/** The stored state of a job; times in epoch milliseconds. */
interface JobState {
  readonly version: number;
  readonly nextAt: number;
  /** While it runs: when the run is considered lost. */
  readonly runningUntil: number | null;
}

/** The states of jobs, shared by all processes. */
interface JobStates {
  get(id: string): Promise<JobState | undefined>;
  /** Replaces a state. Undefined when another process changed it first. */
  put(id: string, before: JobState | undefined, after: Omit<JobState, 'version'>): Promise<JobState | undefined>;
}

/** The job states in a store. */
function createJobStates(store: StorePort): JobStates {
  return {
    get: async (id) => {
      const [stored] = await store.get(JOBS_COLLECTION.name, [id]);
      if (!stored) return undefined;
      const { _version: version, nextAt, runningUntil } = stored.document;
      return { version, nextAt: nextAt as number, runningUntil: runningUntil as number | null };
    },
    put: async (id, before, after) => {
      const document: RecordDocument = { ...after, _id: id, _version: (before?.version ?? 0) + 1 };
      const write = { collection: JOBS_COLLECTION.name, document, keys: {}, definitionVersion: 0 };
      const result = await store.commit({
        writes: [before ? { kind: 'update', ...write, previousKeys: {}, expectedVersion: before.version } : { kind: 'insert', ...write }],
      });
      return result.committed ? { ...after, version: document._version } : undefined;
    },
  };
}
