import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobState, JobView } from '#engine/model/wire';
import { getJobs, queryKeys, type ApiError, type JobPage } from '../../../client/index.ts';
import { formatFullInstant } from '../../../fields/values/index.ts';
import { ErrorState, SkeletonRows, t } from '../../../kit/index.ts';
import { ListPager } from '../list-pager.tsx';
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
      {data.total > PAGE && <ListPager page={data.pageNumber} pageSize={PAGE} total={data.total} maxOffset={MAX_OFFSET} onPage={setPage} />}
    </>
  );
}
