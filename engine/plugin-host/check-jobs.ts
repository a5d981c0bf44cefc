import { MAX_CONCURRENCY, MAX_JOB_LIMIT, normalizeJob } from '../ports/index.ts';
import type { PluginJob, PluginManifest } from './manifest.ts';

/** Milliseconds that a job may take when it does not say. */
export const JOB_DEADLINE = 60_000;
/** Milliseconds after its deadline at which the queue ends a run by itself. */
export const JOB_GRACE = 5_000;
/** Longest deadline of a job: the limit of the queue without the grace. */
const MAX_JOB_DEADLINE = MAX_JOB_LIMIT - JOB_GRACE;

/** Explains the first problem of a plugin's jobs; undefined: there is none. */
export function explainJobs({ name: plugin, jobs = [] }: PluginManifest): string | undefined {
  const names = new Set<string>();
  for (const job of jobs) {
    const { name } = job;
    const problem = explainJob(plugin, job);
    if (problem !== undefined) return problem;
    if (names.has(name)) return `It has two jobs named ${name}.`;
    names.add(name);
  }
  return undefined;
}

function explainJob(plugin: string, job: PluginJob): string | undefined {
  const { name, schedule, payloadSchema, deadline = JOB_DEADLINE, concurrency = 1 } = job;
  if (typeof job.run !== 'function') return `The job ${name} has no function run.`;
  if (schedule !== undefined && typeof schedule !== 'string') return `The schedule of the job ${name} is not a text.`;
  if (schedule !== undefined && payloadSchema !== undefined)
    return `The job ${name} has a schedule and a payload schema: scheduled runs have no payload.`;
  if (!/^[A-Za-z0-9-]{1,60}$/.test(name)) return `The name of the job ${name} is not made of letters, digits and hyphens.`;
  if (!isIntegerWithin(deadline, MAX_JOB_DEADLINE))
    return `The deadline of the job ${name} is not a whole number of milliseconds from 1 to ${MAX_JOB_DEADLINE}.`;
  if (!isIntegerWithin(concurrency, MAX_CONCURRENCY))
    return `The concurrency of the job ${name} is not a whole number from 1 to ${MAX_CONCURRENCY}.`;
  return explainRetry(plugin, job);
}

/** The attempts and delays of a job are checked as those of each run would be. */
function explainRetry(plugin: string, { name, attempts, backOff }: PluginJob): string | undefined {
  const retry = { ...(attempts === undefined ? {} : { attempts }), ...(backOff === undefined ? {} : { backOff }) };
  try {
    normalizeJob(`${plugin}/${name}`, retry, () => 'run');
    return undefined;
  } catch (error) {
    return `Runs of the job ${name} cannot be added: ${(error as Error).message}`;
  }
}

function isIntegerWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}
