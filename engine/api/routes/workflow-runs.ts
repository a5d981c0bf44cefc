import type { JsonValue } from '#engine/model/values';
import { RUN_STATUSES, type RunStatus, type WorkflowRunsInput } from '../../automation/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, bodyOf, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { readPagination, SEARCH_SCHEMA } from '../request/search-input.ts';
import { findDraftedWorkflow } from './drafted-workflow.ts';
import { idsOf, readIdempotency, textOf } from '../request/write-input.ts';
import { sendResponse } from '../responses/send-response.ts';

const PAGE = 20;
const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;
const ID = { type: 'string', minLength: 1, maxLength: 200 };

/** Query parameters of the runs of a workflow, also for the OpenAPI document. */
export const WORKFLOW_RUNS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { pageNumber, pageSize, status: { enum: [...RUN_STATUSES] }, module: ID, record: ID },
};
/** The same for the runs of all workflows. */
export const RUNS_QUERY_SCHEMA = { ...WORKFLOW_RUNS_QUERY_SCHEMA, properties: { ...WORKFLOW_RUNS_QUERY_SCHEMA.properties, workflow: ID } };

type RunsQuery = Omit<WorkflowRunsInput, 'offset' | 'limit' | 'status'> & {
  readonly pageNumber?: number;
  readonly pageSize?: number;
  readonly status?: RunStatus;
};

const ofWorkflow = compileCheck<RunsQuery>(WORKFLOW_RUNS_QUERY_SCHEMA);
const ofAll = compileCheck<RunsQuery>(RUNS_QUERY_SCHEMA);

/** Bytes of the body of a webhook call. */
const MAX_HOOK_BODY = 65_536;
/** Calls of webhooks that one address may send per minute. */
const HOOK_RATE = 600;

/**
 * Runs of workflows: for System Admins all, for others those of a record that they may see. What starts a workflow by hand, and the test of
 * one.
 */
export function serveWorkflowRuns(router: EndpointRouter): void {
  serveRuns(router);
  serveStarts(router);
  serveHooks(router);
}

function serveRuns({ on, services: { workflows } }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/workflows/:id/runs' }, (context) =>
    listRuns(context, { ...ofWorkflow.readQuery(context.query), workflow: parameterOf(context, 'id') }),
  );
  on({ method: 'GET', url: '/api/workflow-runs' }, (context) => listRuns(context, ofAll.readQuery(context.query)));
  on({ method: 'GET', url: '/api/workflow-runs/:id' }, async (context) => ({
    body: await workflows.get(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'POST', url: '/api/workflow-runs/retry' }, async (context) => ({
    body: await workflows.retryMany(context.actor, idsOf(bodyOf(context))),
  }));
  on({ method: 'POST', url: '/api/workflow-runs/:id/retry' }, async (context) => ({
    body: await workflows.retry(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'POST', url: '/api/workflow-runs/:id/cancel' }, async (context) => ({
    body: await workflows.cancel(context.actor, parameterOf(context, 'id')),
  }));
}

async function listRuns({ actor, services }: RequestContext, query: RunsQuery): Promise<{ readonly body: object }> {
  const { pageNumber: _number, pageSize: _size, ...filters } = query;
  const window = readPagination(query, PAGE);
  const { data, total } = await services.workflows.runs(actor, { ...filters, offset: window.offset, limit: window.pageSize });
  return { body: { data, total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
}

function serveStarts({ on, services: { workflows, records } }: EndpointRouter): void {
  const inputOf = (context: RequestContext) => {
    const body = bodyOf(context);
    return { workflow: parameterOf(context, 'id'), module: textOf(body, 'module'), record: textOf(body, 'record') };
  };
  on({ method: 'POST', url: '/api/workflows/:id/run' }, async (context) => {
    const { idempotency } = readIdempotency(context);
    const start = async (): Promise<JsonValue> => (await workflows.start(context.actor, inputOf(context))) as unknown as JsonValue;
    return { status: 201, body: (await records.runIdempotent(context.actor, idempotency, start)) as object };
  });
  on({ method: 'POST', url: '/api/workflows/:id/test' }, async (context) => {
    await assertSystemAdmin(context);
    const input = inputOf(context);
    return { body: await workflows.test(context.actor, { ...input, draft: await findDraftedWorkflow(context, input.workflow) }) };
  });
  on({ method: 'POST', url: '/api/workflows/:id/rotate-secret' }, async (context) => ({
    body: await workflows.rotateSecret(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'GET', url: '/api/workflow-action-types' }, () => {
    const data = workflows.actionTypes();
    return Promise.resolve({ body: { data, total: data.length } });
  });
}

/** Secret URLs, which need no session. */
function serveHooks({ app, services: { workflows } }: EndpointRouter): void {
  app.post(
    '/api/workflow-hooks/:id/:secret',
    { bodyLimit: MAX_HOOK_BODY, config: { rateLimit: { max: HOOK_RATE, timeWindow: 60_000 } } },
    async (request, reply) => {
      const { id, secret } = request.params as { readonly id: string; readonly secret: string };
      const body = await workflows.receive({ workflow: id, secret, body: (request.body ?? {}) as JsonValue });
      sendResponse(reply, { status: 201, body });
      return reply;
    },
  );
}
