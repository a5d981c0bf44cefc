import { WEBHOOK_DELIVERY_STATES, type JsonObject, type JsonValue, type WebhookDeliveryState, type WebhookEvent, type WebhookInput } from '#engine/model';
import type { SecretInput } from '../../webhooks/index.ts';
import { assertSystemAdmin, bodyOf, parameterOf, type Call, type CallRouter } from '../request/call.ts';
import { compileCheck } from '../request/parameters.ts';
import { keyOf, updateOf } from '../request/write-input.ts';
import { SEARCH_SCHEMA, windowOf } from '../request/search-input.ts';

const PAGE = 20;
const { pageNumber, pageSize } = SEARCH_SCHEMA.properties;

/** What the deliveries of a webhook may be asked with, for the OpenAPI document too. */
export const DELIVERIES_QUERY_SCHEMA = {
  type: 'object', additionalProperties: false,
  properties: { pageNumber, pageSize, state: { enum: [...WEBHOOK_DELIVERY_STATES] } },
};

const listCheck = compileCheck<{ pageNumber?: number; pageSize?: number; state?: WebhookDeliveryState }>(DELIVERIES_QUERY_SCHEMA);

/** `/api/webhooks`: servers outside that are told of saves. System Admin alone. */
export function serveWebhooks({ on, services: { webhooks, records } }: CallRouter): void {
  on({ method: 'GET', url: '/api/webhooks' }, async (call) => {
    await assertSystemAdmin(call);
    const data = await webhooks.list();
    return { body: { data, total: data.length } };
  });
  on({ method: 'POST', url: '/api/webhooks' }, async (call) => {
    await assertSystemAdmin(call);
    return { status: 201, body: await webhooks.create(call.actor, { ...DEFAULTS, ...readInput(bodyOf(call)) } as WebhookInput, makerOf(call)) };
  });
  on({ method: 'GET', url: '/api/webhooks/:id' }, async (call) => {
    await assertSystemAdmin(call);
    return { body: await webhooks.get(parameterOf(call, 'id')) };
  });
  on({ method: 'PUT', url: '/api/webhooks/:id' }, async (call) => {
    await assertSystemAdmin(call);
    const id = parameterOf(call, 'id');
    const { fields, version } = updateOf({ ...bodyOf(call) }, id);
    return { body: await answerOnce(records, call, () => webhooks.update(call.actor, { id, version, changes: readInput(fields) })) };
  });
  on({ method: 'DELETE', url: '/api/webhooks/:id' }, async (call) => {
    await assertSystemAdmin(call);
    return { body: await answerOnce(records, call, () => webhooks.remove(call.actor, parameterOf(call, 'id')).then(() => ({ success: true }))) };
  });
  on({ method: 'POST', url: '/api/webhooks/:id/rotate-secret' }, async (call) => {
    await assertSystemAdmin(call);
    return { body: await webhooks.rotateSecret(call.actor, { id: parameterOf(call, 'id'), by: makerOf(call) }) };
  });
  on({ method: 'POST', url: '/api/webhooks/:id/test' }, async (call) => {
    await assertSystemAdmin(call);
    return { body: await webhooks.test(parameterOf(call, 'id')) };
  });
  serveDeliveries({ on, webhooks });
}

function serveDeliveries({ on, webhooks }: Pick<CallRouter, 'on'> & Pick<CallRouter['services'], 'webhooks'>): void {
  on({ method: 'GET', url: '/api/webhooks/:id/deliveries' }, async (call) => {
    await assertSystemAdmin(call);
    const query = listCheck.readQuery(call.query);
    const window = windowOf(query, PAGE);
    const { data, total } = await webhooks.deliveries({ webhook: parameterOf(call, 'id'), state: query.state, offset: window.offset, limit: window.pageSize });
    return { body: { data, total, pageNumber: window.pageNumber, pageSize: window.pageSize } };
  });
  on({ method: 'GET', url: '/api/webhooks/:id/deliveries/:delivery' }, async (call) => {
    await assertSystemAdmin(call);
    return { body: await webhooks.delivery(parameterOf(call, 'id'), parameterOf(call, 'delivery')) };
  });
  on({ method: 'POST', url: '/api/webhooks/:id/deliveries/:delivery/redeliver' }, async (call) => {
    await assertSystemAdmin(call);
    return { body: await webhooks.redeliver(parameterOf(call, 'id'), parameterOf(call, 'delivery')) };
  });
}

const DEFAULTS: Omit<WebhookInput, 'name' | 'url' | 'events'> = { modules: [], filter: {}, includeRecord: false, active: true };

/** What of a body is a part of a webhook; null counts as not given. */
function readInput(body: JsonObject): Partial<WebhookInput> {
  const { name, url, modules, events, filter, includeRecord, active } = body;
  const given: { readonly [part: string]: JsonValue | undefined } = {
    name: typeof name === 'string' ? name.trim() : undefined, url: typeof url === 'string' ? url.trim() : undefined,
    modules: modules === undefined || modules === null ? undefined : [...new Set(modules as readonly string[])],
    events: events === undefined || events === null ? undefined : [...new Set(events as readonly WebhookEvent[])],
    filter, includeRecord, active,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
}

function makerOf(call: Call): SecretInput {
  return { userId: call.session.claims.sub, key: keyOf(call).idempotency };
}

function answerOnce<T>(records: Call['services']['records'], call: Call, run: () => Promise<T>): Promise<T> {
  return records.answerOnce(call.actor, keyOf(call).idempotency, run as () => Promise<JsonValue>) as Promise<T>;
}
