import { MusterError } from '../../errors/index.ts';
import { bodyOf, parameterOf, type EndpointRouter } from '../request/request-context.ts';
import { compileCheck } from '../request/parameters.ts';

const PAGE = 20;

/** Query parameters of the list of notifications, also for the OpenAPI document. */
export const NOTIFICATIONS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    pageSize: { type: 'integer', minimum: 1, maximum: 100, description: `Default ${PAGE}.` },
    before: { type: 'string', maxLength: 100, description: 'The `next` of the page before.' },
    unread: { type: 'boolean', description: 'Only those that are not read.' },
  },
};

const listCheck = compileCheck<{ pageSize?: number; before?: string; unread?: boolean }>(NOTIFICATIONS_QUERY_SCHEMA);

/** `/api/notifications`: the caller's own notifications. There is no access to those of others. */
export function serveNotifications({ on, services: { notifications } }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/notifications' }, async (context) => {
    const { pageSize: limit = PAGE, before, unread } = listCheck.readQuery(context.query);
    return { body: await notifications.list(context.actor, { limit, before, unread }) };
  });
  on({ method: 'GET', url: '/api/notifications/unread-count' }, async (context) => {
    return { body: { unread: await notifications.countUnread(context.actor) } };
  });
  on({ method: 'GET', url: '/api/notifications/preferences' }, async (context) => {
    return { body: { data: await notifications.preferences(context.actor) } };
  });
  on({ method: 'PUT', url: '/api/notifications/preferences' }, async (context) => {
    const { kinds } = bodyOf(context) as { readonly kinds: Parameters<typeof notifications.setPreferences>[1] };
    return { body: { data: await notifications.setPreferences(context.actor, kinds) } };
  });
  on({ method: 'PUT', url: '/api/notifications/:id' }, async (context) => {
    const { read } = bodyOf(context) as { readonly read: boolean };
    return { body: await notifications.mark(context.actor, { id: parameterOf(context, 'id'), read }) };
  });
  on({ method: 'POST', url: '/api/notifications/mark-all-read' }, async (context) => {
    const { until } = bodyOf(context) as { readonly until?: string };
    return { body: { success: true, marked: await notifications.markAll(context.actor, { until: timeOf(until) }) } };
  });
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new MusterError('body_invalid', { values: { reason: 'until is not a time' } });
  return time;
}
