import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Play, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { JOB_STATES, type JobState, type QueueView } from '#engine/model/wire';
import { getQueue, queryKeys, type ApiError } from '../../../client/index.ts';
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
  t,
  Tabs,
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { Facts } from '../facts.tsx';
import { JobDialog } from './job-dialog.tsx';
import { formatOwner, formatQueueName, formatSchedule, POLL } from './job-format.ts';
import { JobList } from './job-list.tsx';
import { useRunNow } from './use-run-now.ts';
import '../entries.css';
import './queues.css';

const LIST = '/admin/background-jobs';

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
  usePageTitle(label);
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
