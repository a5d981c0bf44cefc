import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Play, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { JOB_STATES, type JobState, type JobView, type QueueView } from '#engine/model/wire';
import { getJobs, getQueue, queryKeys, type ApiError, type JobPage } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  LoadingProgress,
  PageHeader,
  SkeletonRows,
  t,
  Tabs,
  TextLink,
} from '../../../kit/index.ts';
import { Facts } from '../facts.tsx';
import { JobDialog } from './job-dialog.tsx';
import { formatDuration, formatOwner, formatQueueName, formatSchedule, isProblem, POLL, summarizeJob } from './job-format.ts';
import { JobPill } from './job-pill.tsx';
import { useRunNow } from './use-run-now.ts';
import '../entries.css';
import './queues.css';

const LIST = '/admin/background-jobs';
const PAGE = 20;

function JobRow({ job, onOpen }: { readonly job: JobView; readonly onOpen: () => void }) {
  const when = formatFullInstant(job.endedAt ?? job.startedAt ?? job.runAt);
  return (
    <li>
      <button type="button" className="ma-entry" aria-label={t('queues.open', { when })} onClick={onOpen}>
        <JobPill job={job} />
        <span className="ma-entry-title">{when}</span>
        <span className={`ma-entry-text${isProblem(job) ? ' ma-problem' : ''}`}>{summarizeJob(job)}</span>
        <span className="ma-entry-when">{formatDuration(job)}</span>
      </button>
    </li>
  );
}

interface ListProps {
  readonly queue: string;
  readonly state: JobState;
  readonly onOpen: (id: string) => void;
}

function JobList({ queue, state, onOpen }: ListProps) {
  const [pageSize, setPageSize] = useState(PAGE);
  const { data, error, refetch, isFetching } = useQuery<JobPage, ApiError>({
    queryKey: queryKeys.jobs(queue, state, pageSize),
    queryFn: ({ signal }) => getJobs(queue, { state, pageSize }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: state === 'running' || state === 'waiting' ? POLL.busy : POLL.idle,
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('queues.runs.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} columns={3} height={40} />;
  if (data.data.length === 0) return <p className="ma-none">{t(`queues.runs.none.${state}`)}</p>;
  return (
    <>
      <ul className="ma-entries">
        {data.data.map((job) => (
          <JobRow key={job._id} job={job} onOpen={() => onOpen(job._id)} />
        ))}
      </ul>
      {data.total > data.data.length && pageSize < 200 && (
        <Button variant="quiet" size="sm" loading={isFetching} onClick={() => setPageSize(Math.min(pageSize + PAGE, 200))}>
          {t('queues.runs.more', { count: data.total - data.data.length })}
        </Button>
      )}
    </>
  );
}

function Runs({ queue }: { readonly queue: QueueView }) {
  const client = useQueryClient();
  const [state, setState] = useState<JobState>('completed');
  const [opened, setOpened] = useState<string | undefined>(undefined);
  const items = [...JOB_STATES]
    .reverse()
    // Few queues have jobs that wait for others.
    .filter((one) => one !== 'blocked' || queue.blocked > 0)
    .map((id) => ({ id, label: t(`queues.state.${id}`), ...(id === 'completed' ? {} : { count: queue[id] }) }));
  const refresh = (
    <IconButton
      size="sm"
      icon={RefreshCw}
      label={t('queues.runs.refresh')}
      onClick={() => void client.invalidateQueries({ queryKey: queryKeys.queues() })}
    />
  );
  return (
    <Card title={t('queues.runs.title')} note={t('queues.runs.help')} action={refresh}>
      <Tabs label={t('queues.runs.title')} items={items} selected={state} onSelect={(id) => setState(id as JobState)}>
        <JobList key={state} queue={queue.name} state={state} onOpen={setOpened} />
      </Tabs>
      {opened !== undefined && <JobDialog queue={queue.name} id={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

function QueueContent({ queue }: { readonly queue: QueueView }) {
  const { name, nextAt, isDeclared } = queue;
  const label = formatQueueName(name);
  const { isBusy, run } = useRunNow(name);
  useEffect(() => {
    document.title = `${label} · ${t('product')}`;
  }, [label]);
  const facts: readonly (readonly [string, string])[] = [
    [t('queues.detail.owner'), formatOwner(name)],
    [t('queues.detail.schedule'), isDeclared ? formatSchedule(queue) : t('queues.undeclared')],
    [t('queues.detail.next'), nextAt === null ? t('queues.noNext') : formatFullInstant(nextAt)],
  ];
  return (
    <>
      <PageHeader
        title={label}
        actions={
          queue.schedule !== null ? (
            <Button size="sm" variant="primary" icon={Play} loading={isBusy} onClick={run}>
              {t('queues.runNow')}
            </Button>
          ) : undefined
        }
      />
      <div className="ms-page ma-page">
        <p className="ma-back">
          <Icon of={ArrowLeft} />
          <TextLink href={LIST}>{t('queues.all')}</TextLink>
        </p>
        <Card>
          <Facts facts={facts} />
        </Card>
        <Runs queue={queue} />
      </div>
    </>
  );
}

/** `/admin/background-jobs/{plugin}/{job}`: a queue with its runs. */
export function QueuePage() {
  const { plugin = '', job = '' } = useParams();
  const name = `${plugin}/${job}`;
  const { data, error, refetch } = useQuery<QueueView, ApiError>({
    queryKey: queryKeys.queue(name),
    queryFn: ({ signal }) => getQueue(name, signal),
    refetchInterval: ({ state: { data: found } }) => (found !== undefined && found.waiting + found.running > 0 ? POLL.busy : POLL.idle),
  });
  if (error?.code === 'queue_not_found')
    return (
      <EmptyState title={t('queues.unknown')} help={t('queues.unknownHelp')} actions={<TextLink href={LIST}>{t('queues.all')}</TextLink>} />
    );
  if (error && data === undefined)
    return <ErrorState title={t('queues.failedToLoad')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingProgress active /> : <QueueContent key={name} queue={data} />;
}
