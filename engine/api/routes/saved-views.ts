import type { CreateViewInput, UpdateViewInput } from '../../records/index.ts';
import type { JsonValue } from '#engine/model';
import { bodyOf, parameterOf, type Call, type CallRouter } from '../request/call.ts';
import { compileCheck } from '../request/parameters.ts';
import { keyOf, updateOf } from '../request/write-input.ts';
import { moduleNamed } from '../module-calls/module-directory.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 200 };

/** What the list of a module's views may be asked with. */
export const VIEWS_QUERY_SCHEMA = { type: 'object', additionalProperties: false, required: ['module'], properties: { module: NAME, everyones: { type: 'boolean' } } };

const listCheck = compileCheck<{ module: string; everyones?: boolean }>(VIEWS_QUERY_SCHEMA);

/** `/api/saved-views`: lists with a name, of the user's own or shared with a team or a role; `/counts` counts what each shows. */
export function serveSavedViews({ on }: CallRouter): void {
  on({ method: 'GET', url: '/api/saved-views' }, async (call) => {
    const { module, everyones } = listCheck.readQuery(call.query);
    return { body: await viewsOf(call).list(call.actor, { module: nameOf(call, module), everyones }) };
  });
  on({ method: 'POST', url: '/api/saved-views' }, async (call) => {
    const body = bodyOf(call);
    const input = { ...withoutNulls(body), module: nameOf(call, body['module']), ...keyOf(call) } as unknown as CreateViewInput;
    return { status: 201, body: await viewsOf(call).create(call.actor, input) };
  });
  on({ method: 'GET', url: '/api/saved-views/:id' }, async (call) => ({ body: await viewsOf(call).get(call.actor, { id: parameterOf(call, 'id') }) }));
  on({ method: 'PUT', url: '/api/saved-views/:id' }, async (call) => {
    const id = parameterOf(call, 'id');
    const { fields, version } = updateOf({ ...bodyOf(call) }, id);
    return { body: await viewsOf(call).update(call.actor, { ...(withoutNulls(fields) as unknown as Omit<UpdateViewInput, 'id'>), id, version, ...keyOf(call) }) };
  });
  on({ method: 'DELETE', url: '/api/saved-views/:id' }, async (call) => {
    await viewsOf(call).remove(call.actor, { id: parameterOf(call, 'id'), ...keyOf(call) });
    return { body: { success: true } };
  });
  on({ method: 'POST', url: '/api/saved-views/:id/duplicate' }, async (call) => {
    const { name } = bodyOf(call) as { readonly name?: string | null };
    return { status: 201, body: await viewsOf(call).duplicate(call.actor, { id: parameterOf(call, 'id'), name: name ?? undefined, ...keyOf(call) }) };
  });
  serveChoices({ on });
}

/** What someone chose about a module's views, and the figures beside them. */
function serveChoices({ on }: Pick<CallRouter, 'on'>): void {
  on({ method: 'PUT', url: '/api/saved-views/order' }, async (call) => {
    const body = bodyOf(call);
    return { body: await viewsOf(call).arrange(call.actor, { module: nameOf(call, body['module']), ids: body['ids'] as readonly string[], ...keyOf(call) }) };
  });
  on({ method: 'PUT', url: '/api/saved-views/default' }, async (call) => {
    const body = bodyOf(call);
    return { body: await viewsOf(call).setDefault(call.actor, { module: nameOf(call, body['module']), view: (body['view'] ?? null) as string | null, ...keyOf(call) }) };
  });
  on({ method: 'POST', url: '/api/saved-views/counts' }, async (call) => {
    const data = await viewsOf(call).count(call.actor, { module: nameOf(call, bodyOf(call)['module']) });
    return { body: { data, total: data.length } };
  });
}

const CLEARED: { readonly [name: string]: JsonValue } = { filter: {}, sort: [] };
const NULLABLE: ReadonlySet<string> = new Set(['columns', 'groupBy', 'density', 'face', 'sharedWith']);

/** null clears what can be empty; elsewhere it is as if it was not sent. */
function withoutNulls(body: { readonly [name: string]: JsonValue }): { readonly [name: string]: JsonValue } {
  return Object.fromEntries(Object.entries(body).flatMap(([name, value]) => {
    if (value !== null || NULLABLE.has(name)) return [[name, value] as const];
    const cleared = CLEARED[name];
    return cleared === undefined ? [] : [[name, cleared] as const];
  }));
}

function viewsOf(call: Call): Call['services']['records']['views'] {
  return call.services.records.views;
}

function nameOf(call: Call, module: JsonValue | undefined): string {
  return moduleNamed(call.snapshot, typeof module === 'string' ? module : '').name;
}
