import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { JobState, JobView } from '#engine/model/wire';
import { getJobs, queryKeys, type ApiError, type JobPage } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { ErrorState, IconButton, SkeletonRows, t } from '../../../kit/index.ts';
import { formatDuration, isProblem, POLL, summarizeJob } from './job-format.ts';
import { JobPill } from './job-pill.tsx';

const PAGE = 50;
/** Most jobs that the API skips. */
const MAX_OFFSET = 10_000;

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

interface PagerProps {
  readonly page: number;
  readonly shown: number;
  readonly total: number;
  readonly onChange: (page: number) => void;
}

function Pager({ page, shown, total, onChange }: PagerProps) {
  const format = (count: number) => count.toLocaleString('en-US');
  const hasNext = (page + 1) * PAGE < total && (page + 1) * PAGE <= MAX_OFFSET;
  return (
    <div className="mj-pager">
      <span role="status" className="ms-tabular">
        {t('queues.runs.range', { from: format(page * PAGE + 1), to: format(page * PAGE + shown), total: format(total) })}
      </span>
      <IconButton size="sm" icon={ChevronLeft} label={t('queues.runs.previous')} disabled={page === 0} onClick={() => onChange(page - 1)} />
      <IconButton size="sm" icon={ChevronRight} label={t('queues.runs.next')} disabled={!hasNext} onClick={() => onChange(page + 1)} />
    </div>
  );
}

interface ListProps {
  readonly queue: string;
  readonly state: JobState;
  readonly onOpen: (id: string) => void;
}

/** The jobs of a queue in a state, page by page. */
export function JobList({ queue, state, onOpen }: ListProps) {
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery<JobPage, ApiError>({
    queryKey: queryKeys.jobs(queue, state, page),
    queryFn: ({ signal }) => getJobs(queue, { state, pageNumber: page, pageSize: PAGE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: state === 'running' || state === 'waiting' ? POLL.busy : POLL.idle,
  });
  if (error && data === undefined)
    return <ErrorState compact title={t('queues.runs.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} columns={3} height={40} />;
  // The jobs of the last page may have gone on to another state.
  const last = Math.max(Math.ceil(data.total / PAGE) - 1, 0);
  if (page > last) setPage(last);
  if (data.data.length === 0) return <p className="ma-none">{t(`queues.runs.none.${state}`)}</p>;
  return (
    <>
      <ul className="ma-entries">
        {data.data.map((job) => (
          <JobRow key={job._id} job={job} onOpen={() => onOpen(job._id)} />
        ))}
      </ul>
      {data.total > PAGE && <Pager page={data.pageNumber} shown={data.data.length} total={data.total} onChange={setPage} />}
    </>
  );
}
