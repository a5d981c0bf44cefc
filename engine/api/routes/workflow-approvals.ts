import type { ApprovalsInput, DecisionInput } from '../../automation/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { bodyOf, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { readPagination, SEARCH_SCHEMA } from '../request/search-input.ts';
import { textOf } from '../request/write-input.ts';
import { sendResponse } from '../responses/send-response.ts';

const PAGE = 20;
const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;
const ID = { type: 'string', minLength: 1, maxLength: 200 };
/** Requests that one address may send per minute with a link of an e-mail. */
const LINK_RATE = 60;
const LINK = { bodyLimit: 16_384, config: { rateLimit: { max: LINK_RATE, timeWindow: 60_000 } } };

/** Query parameters of the approvals that wait, also for the OpenAPI document. */
export const APPROVALS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { pageNumber, pageSize, module: ID, record: ID, run: ID },
};
/** The body of a decision by a link. */
export const LINK_DECISION_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['outcome'],
  properties: { outcome: { enum: ['approved', 'declined'] }, comment: { type: 'string', maxLength: 2_000 } },
};

type ApprovalsQuery = Omit<ApprovalsInput, 'offset' | 'limit'> & { readonly pageNumber?: number; readonly pageSize?: number };

const query = compileCheck<ApprovalsQuery>(APPROVALS_QUERY_SCHEMA);
const linkDecision = compileCheck<Pick<DecisionInput, 'outcome' | 'comment'>>(LINK_DECISION_SCHEMA);

/** Approvals of workflows: what waits for the user, decisions, and the links of e-mails, which need no session. */
export function serveApprovals(router: EndpointRouter): void {
  const { on, services } = router;
  const { approvals } = services.workflows;
  on({ method: 'GET', url: '/api/approvals' }, (context) => listApprovals(context));
  for (const [action, outcome] of [
    ['approve', 'approved'],
    ['decline', 'declined'],
  ] as const)
    on({ method: 'POST', url: `/api/workflow-runs/:id/${action}` }, async (context) => {
      const { comment, step } = bodyOf(context) as Pick<DecisionInput, 'comment' | 'step'>;
      return { body: await approvals.decide(context.actor, parameterOf(context, 'id'), { outcome, comment, step }) };
    });
  on({ method: 'POST', url: '/api/workflow-runs/:id/delegate' }, async (context) => {
    const body = bodyOf(context);
    const { comment } = body as Pick<DecisionInput, 'comment'>;
    return { body: await approvals.delegate(context.actor, parameterOf(context, 'id'), { to: textOf(body, 'to'), comment }) };
  });
  serveLinks(router);
}

async function listApprovals({ actor, services, query: sent }: RequestContext): Promise<{ readonly body: object }> {
  const input = query.readQuery(sent);
  const { pageNumber: _number, pageSize: _size, ...filters } = input;
  const window = readPagination(input, PAGE);
  const { data, total } = await services.workflows.approvals.list(actor, { ...filters, offset: window.offset, limit: window.pageSize });
  return { body: { data, total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
}

/** A GET decides nothing: mail programs and scanners open links. */
function serveLinks({ app, services: { workflows } }: EndpointRouter): void {
  const tokenOf = (request: { readonly params: unknown }) => (request.params as { readonly token: string }).token;
  app.get('/api/approval-links/:token', LINK, async (request, reply) => {
    sendResponse(reply, { body: await workflows.approvals.readLink(tokenOf(request)) });
    return reply;
  });
  app.post('/api/approval-links/:token', LINK, async (request, reply) => {
    const input = linkDecision.read(bodyOf({ request }));
    sendResponse(reply, { body: await workflows.approvals.decideByLink(tokenOf(request), input) });
    return reply;
  });
}
