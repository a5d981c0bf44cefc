import { WEBHOOK_DELIVERY_STATES, type WebhookDeliveryState, type WebhookEvent, type WebhookInput } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { SecretRequester } from '../../webhooks/index.ts';
import { assertSystemAdmin, bodyOf, parameterOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { compileCheck } from '../request/parameters.ts';
import { readIdempotency, splitUpdate } from '../request/write-input.ts';
import { SEARCH_SCHEMA, readPagination } from '../request/search-input.ts';

const PAGE = 20;
const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;

/** Query parameters of the deliveries of a webhook, also for the OpenAPI document. */
export const DELIVERIES_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { pageNumber, pageSize, state: { enum: [...WEBHOOK_DELIVERY_STATES] } },
};

const listCheck = compileCheck<{ pageNumber?: number; pageSize?: number; state?: WebhookDeliveryState }>(DELIVERIES_QUERY_SCHEMA);

/** `/api/webhooks`: external servers that are notified of saves. System Admins only. */
export function serveWebhooks({ on, services: { webhooks, records } }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/webhooks' }, async (context) => {
    await assertSystemAdmin(context);
    const data = await webhooks.list();
    return { body: { data, total: data.length } };
  });
  on({ method: 'POST', url: '/api/webhooks' }, async (context) => {
    await assertSystemAdmin(context);
    return {
      status: 201,
      body: await webhooks.create(context.actor, { ...DEFAULTS, ...readInput(bodyOf(context)) } as WebhookInput, requesterOf(context)),
    };
  });
  on({ method: 'GET', url: '/api/webhooks/:id' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: await webhooks.get(parameterOf(context, 'id')) };
  });
  on({ method: 'PUT', url: '/api/webhooks/:id' }, async (context) => {
    await assertSystemAdmin(context);
    const id = parameterOf(context, 'id');
    const { fields, version } = splitUpdate({ ...bodyOf(context) }, id);
    return {
      body: await runIdempotent(records, context, () => webhooks.update(context.actor, { id, version, changes: readInput(fields) })),
    };
  });
  on({ method: 'DELETE', url: '/api/webhooks/:id' }, async (context) => {
    await assertSystemAdmin(context);
    return {
      body: await runIdempotent(records, context, () =>
        webhooks.remove(context.actor, parameterOf(context, 'id')).then(() => ({ success: true })),
      ),
    };
  });
  on({ method: 'POST', url: '/api/webhooks/:id/rotate-secret' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: await webhooks.rotateSecret(context.actor, { id: parameterOf(context, 'id'), requester: requesterOf(context) }) };
  });
  on({ method: 'POST', url: '/api/webhooks/:id/test' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: await webhooks.test(parameterOf(context, 'id')) };
  });
  serveDeliveries({ on, webhooks });
}

function serveDeliveries({ on, webhooks }: Pick<EndpointRouter, 'on'> & Pick<EndpointRouter['services'], 'webhooks'>): void {
  on({ method: 'GET', url: '/api/webhooks/:id/deliveries' }, async (context) => {
    await assertSystemAdmin(context);
    const query = listCheck.readQuery(context.query);
    const window = readPagination(query, PAGE);
    const { data, total } = await webhooks.deliveries({
      webhook: parameterOf(context, 'id'),
      state: query.state,
      offset: window.offset,
      limit: window.pageSize,
    });
    return { body: { data, total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
  });
  on({ method: 'GET', url: '/api/webhooks/:id/deliveries/:delivery' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: await webhooks.delivery(parameterOf(context, 'id'), parameterOf(context, 'delivery')) };
  });
  on({ method: 'POST', url: '/api/webhooks/:id/deliveries/:delivery/redeliver' }, async (context) => {
    await assertSystemAdmin(context);
    return { body: await webhooks.redeliver(parameterOf(context, 'id'), parameterOf(context, 'delivery')) };
  });
}

const DEFAULTS: Omit<WebhookInput, 'name' | 'url' | 'events'> = { modules: [], filter: {}, includeRecord: false, active: true };

/** Picks the properties of a webhook from a body; null counts as not sent. */
function readInput(body: JsonObject): Partial<WebhookInput> {
  const { name, url, modules, events, filter, includeRecord, active } = body;
  const given: { readonly [part: string]: JsonValue | undefined } = {
    name: typeof name === 'string' ? name.trim() : undefined,
    url: typeof url === 'string' ? url.trim() : undefined,
    modules: modules === undefined || modules === null ? undefined : [...new Set(modules as readonly string[])],
    events: events === undefined || events === null ? undefined : [...new Set(events as readonly WebhookEvent[])],
    filter,
    includeRecord,
    active,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
}

function requesterOf(context: RequestContext): SecretRequester {
  return { userId: context.session.claims.sub, key: readIdempotency(context).idempotency };
}

function runIdempotent<T>(records: RequestContext['services']['records'], context: RequestContext, run: () => Promise<T>): Promise<T> {
  return records.runIdempotent(context.actor, readIdempotency(context).idempotency, run as () => Promise<JsonValue>) as Promise<T>;
}
