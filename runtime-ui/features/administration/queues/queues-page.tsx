import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Play } from 'lucide-react';
import type { QueueView } from '#engine/model/wire';
import { getQueues, queryKeys, type ApiError } from '../../../client/index.ts';
import { formatInstantInText, formatShortInstant } from '../../../fields/values/index.ts';
import { Button, EmptyState, ErrorState, Icon, PageHeader, SkeletonRows, t, TextLink, usePageTitle } from '../../../kit/index.ts';
import { DotLine } from '../dot-line.tsx';
import { FailingEffects } from './failing-effects.tsx';
import { formatDuration, formatOwner, formatQueueName, formatSchedule, isProblem, POLL, queueRoute, summarizeJob } from './job-format.ts';
import { JobPill } from './job-pill.tsx';
import { useRunNow } from './use-run-now.ts';
import '../entries.css';
import './queues.css';

/** When a queue ran last, and how that ended. */
function LastRun({ queue: { last } }: { readonly queue: QueueView }) {
  if (last === null) return <span className="ma-note">{t('queues.neverRun')}</span>;
  const when = last.endedAt ?? last.startedAt ?? last.addedAt;
  const summary = summarizeJob(last);
  return (
    <span className="mj-last">
      <JobPill job={last} />
      <DotLine
        className="ma-note"
        parts={[
          formatShortInstant(when),
          formatDuration(last),
          summary !== '' && <span className={isProblem(last) ? 'ma-problem' : undefined}>{summary}</span>,
        ]}
      />
    </span>
  );
}

function QueueRow({ queue }: { readonly queue: QueueView }) {
  const { name, schedule, nextAt, waiting, delayed, failed, isDeclared } = queue;
  const { isBusy, run } = useRunNow(name);
  const label = formatQueueName(name);
  const counts = [
    ...(waiting + delayed > 0 ? [t('queues.waiting', { count: waiting + delayed })] : []),
    ...(failed > 0 ? [t('queues.failed', { count: failed })] : []),
  ];
  return (
    <li className="ma-row mj-row">
      <span className="ms-mark">
        <Icon of={CalendarClock} />
      </span>
      <div className="ma-text">
        <p className="ma-name">
          <TextLink look="name" href={queueRoute(name)}>
            {label}
          </TextLink>
          <span className="ma-note">{formatOwner(name)}</span>
        </p>
        <DotLine
          className="ma-note"
          parts={[
            isDeclared ? formatSchedule(queue) : t('queues.undeclared'),
            nextAt !== null && t('queues.next', { when: formatInstantInText(nextAt) }),
            ...counts,
          ]}
        />
        <LastRun queue={queue} />
      </div>
      {schedule !== null && (
        <Button size="sm" icon={Play} loading={isBusy} aria-label={t('queues.runNowOf', { name: label })} onClick={run}>
          {t('queues.runNow')}
        </Button>
      )}
    </li>
  );
}

function QueueList() {
  const { data, error, refetch } = useQuery<readonly QueueView[], ApiError>({
    queryKey: queryKeys.queues(),
    queryFn: ({ signal }) => getQueues(signal),
    refetchInterval: ({ state }) => (state.data?.some(({ waiting, running }) => waiting + running > 0) === true ? POLL.busy : POLL.idle),
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('queues.failedToLoad')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={2} height={72} />;
  if (data.length === 0) return <EmptyState title={t('queues.none')} help={t('queues.noneHelp')} />;
  return (
    <ul className="ms-card ma-list">
      {data.map((queue) => (
        <QueueRow key={queue.name} queue={queue} />
      ))}
    </ul>
  );
}

/** `/admin/background-jobs`: the background jobs of the product and its plugins, and the effects of saves that failed. */
export function QueuesPage() {
  usePageTitle(t('queues.title'));
  return (
    <>
      <PageHeader title={t('queues.title')} />
      <div className="ms-page ma-page">
        <p className="ma-note">{t('queues.help')}</p>
        <FailingEffects />
        <QueueList />
      </div>
    </>
  );
}
