import type { ClockPort, LogPort, QueuePort, StorePort } from '../../ports/index.ts';
import { addToQueue, ONCE, queueOf, type JobDefinition, type ScheduledJob } from '../jobs/job-definition.ts';
import { MusterError } from '../../errors/index.ts';
import { nextTimeOf } from './next-time.ts';
import { createScheduleTable, type ScheduleState, type ScheduleTable } from './schedule-table.ts';

/** Milliseconds after which a `once` job that has not succeeded is added again. */
const ONCE_RETRY_DELAY = 600_000;

/** The deduplication key of all runs of a job without payload: one at a time. */
const RUN_KEY = 'run';

/** Options of the schedules. */
interface SchedulesOptions {
  readonly jobs: readonly ScheduledJob[];
  readonly queue: QueuePort;
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly log: LogPort;
  /** Time zone of the schedules. */
  timeZone(): string;
}

/** Adds scheduled jobs to their queues when they are due, each time once across all processes of the store. */
export interface Schedules {
  /** Adds the due ones of these jobs. */
  addDue(jobs: readonly ScheduledJob[]): Promise<void>;
  /** When jobs run next, by the name of their queue, in epoch milliseconds; null: never again. */
  nextTimes(): Promise<ReadonlyMap<string, number | null>>;
  /** Ends a `once` job for all processes. */
  finish(job: ScheduledJob): Promise<void>;
}

/**
 * Creates the schedules. The next time of each job is stored. A due job is added to its queue under an id made of that time, before the next
 * time is stored: whatever ends in between is repeated and changes nothing. After a downtime one missed run is caught up. A time that
 * the clock reaches twice is not run twice, and a run that has not ended is not overtaken by the next one. Errors: `plugin_invalid` for
 * a schedule that cannot be parsed.
 */
export function createSchedules(options: SchedulesOptions): Schedules {
  const { jobs, clock } = options;
  const table = createScheduleTable(options.store);
  const nextTime = createNextTime();
  const refused = new Set<JobDefinition>();
  for (const job of jobs) if (job.schedule !== ONCE) nextTime(job, options.timeZone(), clock.now());
  return {
    addDue: async (ready) => {
      const states = await table.get(ready.map(queueOf));
      const due = ready.filter((job) => !refused.has(job));
      await Promise.all(
        due.map((job) =>
          advance(options, { table, nextTime }, job, states.get(queueOf(job))).catch((error: unknown) => {
            refuseJob(options.log, job, error);
            refused.add(job);
          }),
        ),
      );
    },
    nextTimes: async () => {
      const states = await table.get(jobs.map(queueOf));
      return new Map([...states].map(([queue, { nextAt }]) => [queue, nextAt]));
    },
    finish: async (job) => {
      const queue = queueOf(job);
      for (let isDone = false; !isDone; )
        isDone = await table.put(queue, (await table.get([queue])).get(queue), { schedule: ONCE, nextAt: null });
    },
  };
}

/** Logs a job that its queue will always refuse, so that it does not delay the others. Other errors, as of an outage, are thrown. */
function refuseJob(log: LogPort, job: ScheduledJob, error: unknown): void {
  if (!(error instanceof MusterError) || !['job_invalid', 'queue_invalid'].includes(error.code)) throw error;
  log.error(
    { queue: queueOf(job), code: error.code, cause: error.message },
    'A scheduled job cannot be added to its queue, and does not run.',
  );
}

interface Times {
  readonly table: ScheduleTable;
  readonly nextTime: NextTime;
}

async function advance(
  options: SchedulesOptions,
  { table, nextTime }: Times,
  job: ScheduledJob,
  state: ScheduleState | undefined,
): Promise<void> {
  const { queue, clock } = options;
  const timeZone = options.timeZone();
  const now = clock.now();
  const name = queueOf(job);
  const isOnce = job.schedule === ONCE;
  const schedule = isOnce ? ONCE : `${job.schedule} ${timeZone}`;
  const isSame = state !== undefined && (state.schedule === null || state.schedule === schedule);
  if (isSame && state.nextAt !== null && state.nextAt <= now) {
    // An earlier run has not ended: this one is due until then.
    if (!(await addRun(queue, job, toRunId(state.nextAt)))) return;
    return void (await table.put(name, state, { schedule, nextAt: isOnce ? now + ONCE_RETRY_DELAY : nextTime(job, timeZone, now) }));
  }
  const nextAt = isOnce ? (isSame ? state.nextAt : now) : nextTime(job, timeZone, now);
  // The schedule is new or changed, or the clock went back.
  if (!isSame || state.nextAt !== nextAt) await table.put(name, state, { schedule, nextAt });
}

/** Adds a run of a job. False when another one has not ended. */
export async function addRun(queue: QueuePort, job: JobDefinition, id: string): Promise<boolean> {
  return (await addToQueue(queue, job, { id, key: RUN_KEY })) === id;
}

/** The id of the run at a time, such as '20260323T031500.000Z'. */
function toRunId(time: number): string {
  return new Date(time).toISOString().replace(/[-:]/g, '');
}

/** A time that was computed: it is the next one for every moment from `from` until it. */
interface KnownTime {
  readonly from: number;
  readonly time: number | null;
}

/** Computes when a cron expression is due next, in epoch milliseconds; null: never again. */
type NextTime = (job: ScheduledJob, timeZone: string, after: number) => number | null;

/** Creates a function that finds the next time of a schedule, and computes it once for each time that passes. */
function createNextTime(): NextTime {
  const known = new Map<string, KnownTime>();
  return (job, timeZone, after) => {
    const key = `${job.schedule} ${timeZone}`;
    const last = known.get(key);
    if (last && last.from <= after && (last.time === null || after < last.time)) return last.time;
    const time = computeNextTime(job, timeZone, after);
    known.set(key, { from: after, time });
    return time;
  };
}

/** Errors: `plugin_invalid` for an expression that cannot be parsed. */
function computeNextTime({ plugin, name, schedule }: ScheduledJob, timeZone: string, after: number): number | null {
  try {
    return nextTimeOf(schedule, timeZone, after);
  } catch (error) {
    throw new MusterError('plugin_invalid', {
      values: { plugin, cause: `The schedule of its job ${name} cannot be read.` },
      cause: error,
    });
  }
}
