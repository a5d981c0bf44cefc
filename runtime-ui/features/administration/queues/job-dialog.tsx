import { useQuery } from '@tanstack/react-query';
import { CircleStop, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { JobDetail } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { cancelJob, getJob, queryKeys, retryJob, type ApiError } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { Button, Dialog, ErrorState, SkeletonRows, t } from '../../../kit/index.ts';
import { Facts } from '../facts.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { formatDuration, formatPairs, formatQueueName, POLL } from './job-format.ts';
import { JobPill } from './job-pill.tsx';

/** A part of the dialog, if there is something in it. */
function Part({ title, value }: { readonly title: string; readonly value: JsonValue }) {
  const lines = formatPairs(value);
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="ma-attempts">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

function Times({ job }: { readonly job: JobDetail }) {
  const { addedAt, startedAt, endedAt, attempts, maxAttempts, losses } = job;
  const facts: readonly (readonly [string, string])[] = [
    [t('queues.job.added'), formatFullInstant(addedAt)],
    [t('queues.job.started'), startedAt === null ? '–' : formatFullInstant(startedAt)],
    [t('queues.job.ended'), endedAt === null ? '–' : formatFullInstant(endedAt)],
    [t('queues.job.duration'), formatDuration(job) || '–'],
    [t('queues.job.attempts'), t('queues.job.attemptsOf', { attempts, most: maxAttempts })],
    ...(losses === 0 ? [] : [[t('queues.job.losses'), String(losses)] as const]),
  ];
  return <Facts facts={facts} />;
}

function Failures({ job: { failures, error } }: { readonly job: JobDetail }) {
  if (failures.length === 0) return error === null ? null : <p className="ma-problem">{error.message}</p>;
  return (
    <>
      <h3>{t('queues.job.failures')}</h3>
      <ol className="ma-attempts">
        {[...failures].reverse().map(({ startedAt, code, message }) => (
          <li key={startedAt}>
            <time dateTime={startedAt}>{formatFullInstant(startedAt)}</time> <span className="ma-problem">{message}</span>{' '}
            <code className="ms-mono">{code}</code>
          </li>
        ))}
      </ol>
    </>
  );
}

function Content({ job }: { readonly job: JobDetail }): ReactNode {
  const { _id, state, progress, result, payload } = job;
  return (
    <div className="ma-detail">
      <p className="ma-name">
        <JobPill job={job} />
      </p>
      <Times job={job} />
      <Failures job={job} />
      {state === 'running' && <Part title={t('queues.job.progress')} value={progress} />}
      {state === 'completed' && <Part title={t('queues.job.result')} value={result} />}
      <Part title={t('queues.job.payload')} value={payload} />
      <p className="ma-note">
        {t('queues.job.id')} <code className="ms-mono">{_id}</code>
      </p>
    </div>
  );
}

interface DialogProps {
  readonly queue: string;
  readonly id: string;
  readonly onClose: () => void;
}

/** One run of a job: its times, errors and result; retries it, or cancels it. */
export function JobDialog({ queue, id, onClose }: DialogProps) {
  const { data, error, refetch } = useQuery<JobDetail, ApiError>({
    queryKey: queryKeys.job(queue, id),
    queryFn: ({ signal }) => getJob(queue, id, signal),
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? POLL.busy : false),
  });
  const { isBusy, run } = useAdminAction(queryKeys.queues());
  const retry = (
    <Button variant="primary" icon={RotateCw} loading={isBusy} onClick={() => run(() => retryJob(queue, id), t('queues.job.retried'))}>
      {t('queues.retry')}
    </Button>
  );
  const cancel = (
    <Button
      icon={CircleStop}
      loading={isBusy}
      disabled={data?.isCancelling === true}
      onClick={() => run(() => cancelJob(queue, id), t('queues.job.cancelled'))}
    >
      {t('queues.cancel')}
    </Button>
  );
  const actions = data === undefined ? undefined : data.state === 'failed' ? retry : data.endedAt === null ? cancel : undefined;
  return (
    <Dialog opened size="choice" dirty={false} title={formatQueueName(queue)} onCancel={onClose} actions={actions}>
      {error && data === undefined && <ErrorState compact text={error.message} code={error.code} onRetry={() => void refetch()} />}
      {!error && data === undefined && <SkeletonRows rows={4} columns={2} height={32} />}
      {data !== undefined && <Content job={data} />}
    </Dialog>
  );
}
