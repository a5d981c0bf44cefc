import { Cron } from 'croner';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort, LogPort, StorePort } from '../../ports/index.ts';
import { JOBS_COLLECTION, createJobStates, type JobState, type JobStates } from './job-states.ts';

/** Work on a schedule. */
export interface ScheduledJob {
  /** The plugin that brings it. */
  readonly plugin: string;
  readonly name: string;
  /** Cron expression of five or six fields. */
  readonly schedule: string;
  run(): Promise<void>;
}

/** Runs jobs at their times, each once across all processes of the store. */
export interface Scheduler {
  start(): void;
  /** Runs what is due now; for tests and `start`. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** What a scheduler is made of. */
export interface SchedulerOptions {
  readonly jobs: readonly ScheduledJob[];
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly log: LogPort;
  /** Zone in which schedules are read. */
  timeZone(): string;
  /** Milliseconds after which a run that did not report its end is taken to be lost, and made again; default 5 minutes. */
  readonly lost?: number;
}

const TICK = 1000;

/**
 * A scheduler over the store. The next time of each job is kept, and moves on before the job runs: a restart makes up for
 * one missed run, a clock that jumps back repeats none, and of several processes one runs it. Errors: `plugin_invalid`
 * for a schedule that cannot be read.
 */
export async function createScheduler(options: SchedulerOptions): Promise<Scheduler> {
  for (const job of options.jobs) nextTime(job, options, options.clock.now());
  if (options.jobs.length > 0) await options.store.applyShapes([JOBS_COLLECTION]);
  const states = createJobStates(options.store);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const tick = (): Promise<void> => {
    running ??= Promise.all(options.jobs.map((job) => runIfDue(job, options, states))).then(() => undefined).finally(() => (running = undefined));
    return running;
  };
  return {
    tick,
    start: () => {
      if (options.jobs.length === 0) return;
      timer ??= setInterval(() => void tick().catch((error: Error) => options.log.warn({ error: error.name }, 'The schedule could not be read.')), TICK);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await running?.catch(() => undefined);
    },
  };
}

async function runIfDue(job: ScheduledJob, options: SchedulerOptions, states: JobStates): Promise<void> {
  const id = `${job.plugin}/${job.name}`;
  const now = options.clock.now();
  const state = await states.get(id);
  if (!state) return void (await states.put(id, undefined, { nextAt: nextTime(job, options, now), runningUntil: null }));
  const isLost = state.runningUntil !== null && state.runningUntil <= now;
  const isDue = state.runningUntil === null && state.nextAt <= now;
  if (!isLost && !isDue) return;
  const nextAt = isDue ? nextTime(job, options, now) : state.nextAt;
  const claimed = await states.put(id, state, { nextAt, runningUntil: now + (options.lost ?? 300_000) });
  if (claimed) await runClaimed(job, options, states, claimed, id);
}

async function runClaimed(job: ScheduledJob, { log }: SchedulerOptions, states: JobStates, claimed: JobState, id: string): Promise<void> {
  try {
    await job.run();
  } catch (error) {
    log.error({ plugin: job.plugin, job: job.name, code: error instanceof MusterError ? error.code : undefined }, `The job ${id} failed; it runs again at its next time.`);
  }
  await states.put(id, claimed, { nextAt: claimed.nextAt, runningUntil: null });
}

function nextTime(job: ScheduledJob, options: SchedulerOptions, after: number): number {
  try {
    const next = new Cron(job.schedule, { timezone: options.timeZone(), paused: true }).nextRun(new Date(after));
    // A schedule whose last time has passed never comes again.
    return next?.getTime() ?? Number.MAX_SAFE_INTEGER;
  } catch (error) {
    throw new MusterError('plugin_invalid', { values: { plugin: job.plugin, cause: `The schedule of its job ${job.name} cannot be read.` }, cause: error });
  }
}
