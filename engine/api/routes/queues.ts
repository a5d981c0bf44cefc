import { JOB_STATES, type JobDetail, type JobState, type JobView, type QueueView } from '#engine/model/wire';
import type { QueueStatus } from '../../automation/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { QueueJob } from '../../ports/index.ts';
import { auditResourceChange, commitUnitWithRetry } from '../../records/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { SEARCH_SCHEMA, readPagination } from '../request/search-input.ts';

const PAGE = 20;
/** Most jobs that can be skipped: see `JobQuery`. */
const MAX_OFFSET = 10_000;
/** Most jobs of one page: see `JobQuery`. */
const MAX_PAGE_SIZE = 200;
const { pageNumber } = SEARCH_SCHEMA.properties;

/** Query parameters of the jobs of a queue, also for the OpenAPI document. */
export const JOBS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['state'],
  properties: { state: { enum: [...JOB_STATES] }, pageNumber, pageSize: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE } },
};

const listCheck = compileCheck<{ pageNumber?: number; pageSize?: number; state: JobState }>(JOBS_QUERY_SCHEMA);

/** What an admin does with a job, as the audit log names it. */
type JobAction = 'run' | 'retry' | 'cancel';

/** `/api/queues`: background jobs, their schedules and runs. System Admins only. */
export function serveQueues({ on, services: { jobs, queue } }: EndpointRouter): void {
  /** The queue of the path. */
  const open = async (context: RequestContext): Promise<string> => {
    await assertSystemAdmin(context);
    const name = nameOf(context);
    await jobs.assertKnown(name);
    return name;
  };
  on({ method: 'GET', url: '/api/queues' }, async (context) => {
    await assertSystemAdmin(context);
    const data = (await jobs.list()).map(toQueueView);
    return { body: { data, total: data.length } };
  });
  on({ method: 'GET', url: '/api/queues/:plugin/:job' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: toQueueView(await jobs.get(nameOf(context))) };
  });
  on({ method: 'POST', url: '/api/queues/:plugin/:job/run' }, async (context) => {
    const name = await open(context);
    const id = await jobs.runNow(name);
    await noteAction(context, 'run', name, id);
    return { status: 201, body: await readDetail(name, id) };
  });
  on({ method: 'GET', url: '/api/queues/:plugin/:job/jobs' }, async (context) => {
    const name = await open(context);
    const query = listCheck.readQuery(context.query);
    const window = readPagination(query, PAGE);
    if (window.offset > MAX_OFFSET)
      throw new MusterError('job_invalid', { values: { reason: `only the first ${MAX_OFFSET} can be listed` } });
    const page = await queue.list({ queue: name, state: query.state, offset: window.offset, limit: window.pageSize });
    return { body: { data: page.jobs.map(toJobView), total: page.total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
  });
  on({ method: 'GET', url: '/api/queues/:plugin/:job/jobs/:id' }, async (context) => {
    const name = await open(context);
    return { body: await readDetail(name, parameterOf(context, 'id')) };
  });
  on({ method: 'POST', url: '/api/queues/:plugin/:job/jobs/:id/retry' }, async (context) => {
    const [name, id] = [await open(context), parameterOf(context, 'id')];
    await queue.retry(name, id);
    await noteAction(context, 'retry', name, id);
    return { body: await readDetail(name, id) };
  });
  on({ method: 'POST', url: '/api/queues/:plugin/:job/jobs/:id/cancel' }, async (context) => {
    const [name, id] = [await open(context), parameterOf(context, 'id')];
    await readDetail(name, id);
    if (!(await queue.cancel(name, id))) throw new MusterError('job_ended');
    await noteAction(context, 'cancel', name, id);
    return { body: await readDetail(name, id) };
  });

  async function readDetail(name: string, id: string): Promise<JobDetail> {
    const [job] = await queue.get(name, [id]);
    if (job === undefined) throw new MusterError('job_not_found');
    return toJobDetail(job);
  }
}

/**
 * Writes what an admin did with a job to the log and the audit log. After the action, since the job may be in Redis, which has no commit
 * in common with the store.
 */
async function noteAction({ services, session, actor }: RequestContext, action: JobAction, queue: string, job: string): Promise<void> {
  services.log.info({ queue, job, action, user: session.claims.sub }, 'An admin ran, retried or cancelled a job.');
  await commitUnitWithRetry(services.store, async () => ({
    unit: {
      writes: auditResourceChange(services, actor, {
        resource: 'queues',
        // Ids of scheduled runs are times: only the queue makes them unique.
        id: `${queue}/${job}`,
        name: queue,
        changes: [{ field: 'action', before: null, after: action }],
      }),
    },
    result: undefined,
  }));
}

/** The queue of a path: 'plugin/job'. */
function nameOf(context: RequestContext): string {
  return `${parameterOf(context, 'plugin')}/${parameterOf(context, 'job')}`;
}

function toQueueView({ queue: name, definition, nextAt, last, waiting, delayed, blocked, running, failed }: QueueStatus): QueueView {
  return {
    name,
    schedule: definition?.schedule ?? null,
    nextAt: definition === undefined ? null : toIso(nextAt),
    isDeclared: definition !== undefined,
    ...{ waiting, delayed, blocked, running, failed },
    last: last === undefined ? null : toJobView(last),
  };
}

function toJobView(job: QueueJob): JobView {
  const { id, queue, state, attempts, maxAttempts, losses, progress = null, result = null, error = null, isCancelling } = job;
  return {
    _id: id,
    ...{ queue, state },
    addedAt: new Date(job.addedAt).toISOString(),
    runAt: new Date(job.runAt).toISOString(),
    startedAt: toIso(job.startedAt),
    endedAt: toIso(job.endedAt),
    ...{ attempts, maxAttempts, losses, progress, result, error, isCancelling },
  };
}

function toJobDetail(job: QueueJob): JobDetail {
  const failures = job.failures.map(({ code, message, startedAt, endedAt }) => ({
    code,
    message,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: new Date(endedAt).toISOString(),
  }));
  return { ...toJobView(job), payload: job.payload, failures };
}

function toIso(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
