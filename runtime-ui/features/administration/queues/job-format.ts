import cronstrue from 'cronstrue';
import type { JobView, QueueView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { t } from '../../../kit/index.ts';

/** Polling interval in milliseconds while a job is waiting or running, and otherwise. */
export const POLL = { busy: 2_000, idle: 15_000 } as const;

/** Whether somebody cancelled the job. */
export function isCancelled({ error }: JobView): boolean {
  return error?.code === 'job_cancelled';
}

/** Whether the job failed by itself. */
export function isProblem(job: JobView): boolean {
  return job.state === 'failed' && !isCancelled(job);
}

/** The name of a queue in words: 'muster/remove-old-history' is 'Remove old history'. */
export function formatQueueName(name: string): string {
  return capitalize((name.split('/')[1] ?? name).replaceAll('-', ' '));
}

/** The plugin that a queue belongs to; the product's own queues have none. */
export function formatOwner(name: string): string {
  const [plugin = ''] = name.split('/');
  return plugin === 'muster' ? t('queues.ofProduct') : t('queues.ofPlugin', { plugin: capitalize(plugin.replaceAll('-', ' ')) });
}

/** A schedule in words. */
export function formatSchedule({ schedule }: Pick<QueueView, 'schedule'>): string {
  if (schedule === null) return t('queues.onDemand');
  if (schedule === 'once') return t('queues.once');
  return cronstrue.toString(schedule, { throwExceptionOnParseError: false, verbose: false });
}

/** How long the last attempt took, or has taken so far: '850 ms', '12 s', '3 min'. */
export function formatDuration({ startedAt, endedAt }: JobView, now: number = Date.now()): string {
  if (startedAt === null) return '';
  const milliseconds = Math.max(0, (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt));
  if (milliseconds < 1_000) return t('queues.milliseconds', { count: milliseconds });
  if (milliseconds < 120_000) return t('queues.seconds', { count: Math.round(milliseconds / 1_000) });
  return t('queues.minutes', { count: Math.round(milliseconds / 60_000) });
}

/** What happened to a job, in one line: its error, its progress or its result. */
export function summarizeJob(job: JobView): string {
  const { state, error, progress, result, isCancelling, attempts, maxAttempts, runAt } = job;
  if (isCancelling || isCancelled(job)) return '';
  if (state === 'failed') return error?.message ?? '';
  if (state === 'completed') return formatPairs(result).join(' · ');
  if (state === 'running') return typeof progress === 'number' ? t('queues.percent', { progress }) : formatPairs(progress).join(' · ');
  if (state === 'delayed')
    return attempts > 0
      ? t('queues.nextAttempt', { attempt: attempts + 1, most: maxAttempts, when: formatFullInstant(runAt) })
      : t('queues.due', { when: formatFullInstant(runAt) });
  return '';
}

/** A value of a job as short texts, one for each property: 'Removed: 12'. */
export function formatPairs(value: JsonValue): readonly string[] {
  if (value === null) return [];
  if (Array.isArray(value)) return [t('queues.entries', { count: value.length })];
  if (typeof value !== 'object') return [formatPlain(value)];
  return Object.entries(value).flatMap(([name, part]) => (part === undefined ? [] : [`${formatLabel(name)}: ${formatPlain(part)}`]));
}

function formatPlain(value: JsonValue): string {
  if (value === null) return '–';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (typeof value === 'boolean') return t(value ? 'queues.yes' : 'queues.no');
  if (typeof value === 'string') return value;
  return formatPairs(value).join(', ');
}

/** A property name in words: 'omittedBytes' is 'Omitted bytes'. */
export function formatLabel(name: string): string {
  return capitalize(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/[_-]+/g, ' ')
      .toLowerCase(),
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The page of a queue. */
export function queueRoute(name: string): string {
  return `/admin/background-jobs/${name.split('/').map(encodeURIComponent).join('/')}`;
}
