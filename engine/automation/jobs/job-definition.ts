import type { JsonValue } from '#engine/model/values';
import type { BackOffPolicy, JobContext, JobInput, QueuePort } from '../../ports/index.ts';

/** The schedule of a job that runs until it has succeeded, and never again. */
export const ONCE = 'once';

/** A job that the product or a plugin declares: the work that the jobs of one queue do. */
export interface JobDefinition {
  /** The plugin that declares it; 'muster' for the product's own jobs. */
  readonly plugin: string;
  /** Unique in its plugin. */
  readonly name: string;
  /** Cron expression of five or six fields, or 'once'. Absent: it runs only when it is added. */
  readonly schedule?: string | undefined;
  /** How often a run is tried; default 1: a scheduled job runs again at its next time. */
  readonly attempts?: number | undefined;
  /** Default: that of the queue. */
  readonly backOff?: BackOffPolicy | undefined;
  /** Hard limit of one attempt in milliseconds; default one hour. */
  readonly limit?: number | undefined;
  /** Runs at the same time in one process; default 1. */
  readonly concurrency?: number | undefined;
  /** False: not run by this process, such as while its plugin is off; default true. */
  isReady?(): boolean;
  /** False: the error will occur again, and the run fails without further attempts. Default: every error is worth another attempt. */
  isRetryable?(error: unknown): boolean;
  /** What it returns is kept as the result of the run. */
  run(context: JobContext): Promise<JsonValue | undefined | void>;
}

/** A job definition with a schedule. */
export type ScheduledJob = JobDefinition & { readonly schedule: string };

/** The queue of a job: 'plugin/name'. */
export function queueOf({ plugin, name }: Pick<JobDefinition, 'plugin' | 'name'>): string {
  return `${plugin}/${name}`;
}

/** Whether a job has a schedule. */
export function isScheduled(definition: JobDefinition): definition is ScheduledJob {
  return definition.schedule !== undefined;
}

/** Adds a run of a job to its queue, with the attempts and the delays that the job declares. Returns the id of the run; see `QueuePort.add`. */
export function addToQueue(
  queue: Pick<QueuePort, 'add'>,
  job: Pick<JobDefinition, 'plugin' | 'name' | 'attempts' | 'backOff'>,
  input: Omit<JobInput, 'attempts' | 'backOff'>,
): Promise<string> {
  const { attempts, backOff } = job;
  const retry = { ...(attempts === undefined ? {} : { attempts }), ...(backOff === undefined ? {} : { backOff }) };
  return queue.add(queueOf(job), { ...input, ...retry });
}
