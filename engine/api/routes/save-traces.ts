import { TRACE_OUTCOMES } from '#engine/model/wire';
import type { SaveTracesInput } from '../../save-traces/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, bodyOf, parameterOf, type EndpointRouter } from '../request/request-context.ts';
import { readPagination, SEARCH_SCHEMA } from '../request/search-input.ts';

const PAGE = 20;
const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;
const ID = { type: 'string', minLength: 1, maxLength: 200 };

/** Query parameters of the list, also for the OpenAPI document. */
export const SAVE_TRACES_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { pageNumber, pageSize, user: ID, module: ID, record: ID, outcome: { enum: [...TRACE_OUTCOMES] } },
};

const check = compileCheck<Omit<SaveTracesInput, 'offset' | 'limit'> & { readonly pageNumber?: number; readonly pageSize?: number }>(
  SAVE_TRACES_QUERY_SCHEMA,
);

/** Traces of saves, their replay, and whose saves are traced. System Admins only. */
export function serveSaveTraces(router: EndpointRouter): void {
  serveTraces(router);
  serveSwitches(router);
}

function serveTraces({ on, services: { saveTraces } }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/save-traces' }, async ({ actor, query }) => {
    const { pageNumber: _number, pageSize: _size, ...filters } = check.readQuery(query);
    const window = readPagination(check.readQuery(query), PAGE);
    const { data, total } = await saveTraces.list(actor, { ...filters, offset: window.offset, limit: window.pageSize });
    return { body: { data, total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
  });
  on({ method: 'GET', url: '/api/save-traces/:id' }, async (context) => ({
    body: await saveTraces.get(context.actor, parameterOf(context, 'id')),
  }));
  on({ method: 'DELETE', url: '/api/save-traces/:id' }, async (context) => {
    await saveTraces.remove(context.actor, parameterOf(context, 'id'));
    return { body: { success: true } };
  });
  on({ method: 'POST', url: '/api/save-traces/:id/replay' }, async (context) => {
    await assertSystemAdmin(context);
    bodyOf(context);
    return { body: await saveTraces.replay(context.actor, parameterOf(context, 'id')) };
  });
}

function serveSwitches({ on, services: { saveTraces } }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/save-traces/users' }, async ({ actor }) => {
    const data = await saveTraces.switches(actor);
    return { body: { data, total: data.length } };
  });
  on({ method: 'PUT', url: '/api/save-traces/users/:id' }, async (context) => {
    await assertSystemAdmin(context);
    bodyOf(context);
    return { body: await saveTraces.switchOn(context.actor, parameterOf(context, 'id')) };
  });
  on({ method: 'DELETE', url: '/api/save-traces/users/:id' }, async (context) => {
    await saveTraces.switchOff(context.actor, parameterOf(context, 'id'));
    return { body: { success: true } };
  });
}
