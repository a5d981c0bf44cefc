import type { JobState, JobView } from '#engine/model/wire';
import { StatusPill, t, type PillHue } from '../../../kit/index.ts';
import { isCancelled } from './job-format.ts';

const HUES: { readonly [state in JobState]: PillHue } = {
  waiting: 'amber',
  delayed: 'amber',
  blocked: 'gray',
  running: 'blue',
  completed: 'green',
  failed: 'red',
};

/** The state of a job. */
export function JobPill({ job }: { readonly job: JobView }) {
  if (job.isCancelling) return <StatusPill label={t('queues.cancelling')} hue="gray" />;
  if (isCancelled(job)) return <StatusPill label={t('queues.cancelled')} hue="gray" />;
  return <StatusPill label={t(`queues.state.${job.state}`)} hue={HUES[job.state]} />;
}
