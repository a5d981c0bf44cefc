import { Cron } from 'croner';
import { MusterError } from '../../errors/index.ts';
import type { ScheduledJob } from '../jobs/job-definition.ts';

/** A time that was computed: it is the next one for every moment from `from` until it. */
interface KnownTime {
  readonly from: number;
  readonly time: number | null;
}

/** Computes when a cron expression is due next, in epoch milliseconds; null: never again. */
export type NextTime = (job: ScheduledJob, timeZone: string, after: number) => number | null;

/** Creates a function that finds the next time of a schedule, and computes it once for each time that passes. */
export function createNextTime(): NextTime {
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
    const next = new Cron(schedule, { timezone: timeZone, paused: true }).nextRun(new Date(after));
    return next?.getTime() ?? null;
  } catch (error) {
    throw new MusterError('plugin_invalid', {
      values: { plugin, cause: `The schedule of its job ${name} cannot be read.` },
      cause: error,
    });
  }
}
