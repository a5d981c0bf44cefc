import type { CreateViewInput, UpdateViewInput } from '../../records/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { toText, type JsonObject, type JsonValue } from '#engine/model/values';
import { resolveFieldName, resolveFilter } from '../request/resolve-aliases.ts';
import { bodyOf, parameterOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { compileCheck } from '../request/parameters.ts';
import { readIdempotency, splitUpdate } from '../request/write-input.ts';
import { moduleNamed } from '../module-endpoints/module-directory.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 200 };

/** Query parameters of the list of a module's views. */
export const VIEWS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['module'],
  properties: { module: NAME, all: { type: 'boolean' } },
};

const listCheck = compileCheck<{ module: string; all?: boolean }>(VIEWS_QUERY_SCHEMA);

/** `/api/saved-views`: named lists, private or shared with a team or a role; `/counts` returns the number of records in each. */
export function serveSavedViews({ on }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/saved-views', preview: true }, async (context) => {
    const { module, all: includeAllShared } = listCheck.readQuery(context.query);
    return { body: await viewsOf(context).list(context.actor, { module: nameOf(context, module), includeAllShared }) };
  });
  on({ method: 'POST', url: '/api/saved-views' }, async (context) => {
    const body = bodyOf(context);
    const module = moduleNamed(context, toText(body['module']));
    const input = {
      ...resolveContent(context, module, withoutNulls(body)),
      module: module.name,
      ...readIdempotency(context),
    } as unknown as CreateViewInput;
    return { status: 201, body: await viewsOf(context).create(context.actor, input) };
  });
  on({ method: 'GET', url: '/api/saved-views/:id', preview: true }, async (context) => ({
    body: await viewsOf(context).get(context.actor, { id: parameterOf(context, 'id') }),
  }));
  on({ method: 'PUT', url: '/api/saved-views/:id' }, async (context) => {
    const id = parameterOf(context, 'id');
    const { fields, version } = splitUpdate({ ...bodyOf(context) }, id);
    const content = withoutNulls(fields);
    return {
      body: await viewsOf(context).update(context.actor, {
        ...((hasNames(content) ? resolveContent(context, await moduleOfView(context, id), content) : content) as unknown as Omit<
          UpdateViewInput,
          'id'
        >),
        id,
        version,
        ...readIdempotency(context),
      }),
    };
  });
  on({ method: 'DELETE', url: '/api/saved-views/:id' }, async (context) => {
    await viewsOf(context).remove(context.actor, { id: parameterOf(context, 'id'), ...readIdempotency(context) });
    return { body: { success: true } };
  });
  on({ method: 'POST', url: '/api/saved-views/:id/duplicate' }, async (context) => {
    const { name } = bodyOf(context) as { readonly name?: string | null };
    return {
      status: 201,
      body: await viewsOf(context).duplicate(context.actor, {
        id: parameterOf(context, 'id'),
        name: name ?? undefined,
        ...readIdempotency(context),
      }),
    };
  });
  serveChoices({ on });
}

/** Endpoints for a user's choices about a module's views, and for the counts of the views. */
function serveChoices({ on }: Pick<EndpointRouter, 'on'>): void {
  on({ method: 'PUT', url: '/api/saved-views/order' }, async (context) => {
    const body = bodyOf(context);
    return {
      body: await viewsOf(context).arrange(context.actor, {
        module: nameOf(context, body['module']),
        ids: body['ids'] as readonly string[],
        ...readIdempotency(context),
      }),
    };
  });
  on({ method: 'PUT', url: '/api/saved-views/default' }, async (context) => {
    const body = bodyOf(context);
    return {
      body: await viewsOf(context).setDefault(context.actor, {
        module: nameOf(context, body['module']),
        view: (body['view'] ?? null) as string | null,
        ...readIdempotency(context),
      }),
    };
  });
  on({ method: 'POST', url: '/api/saved-views/counts', preview: true }, async (context) => {
    const data = await viewsOf(context).count(context.actor, { module: nameOf(context, bodyOf(context)['module']) });
    return { body: { data, total: data.length } };
  });
}

const CLEARED: { readonly [name: string]: JsonValue } = { filter: {}, sort: [] };
const NULLABLE: ReadonlySet<string> = new Set(['columns', 'groupBy', 'density', 'viewType', 'sharedWith']);

/** null clears properties that may be empty; elsewhere it counts as not sent. */
function withoutNulls(body: { readonly [name: string]: JsonValue }): { readonly [name: string]: JsonValue } {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (value !== null || NULLABLE.has(name)) return [[name, value] as const];
      const cleared = CLEARED[name];
      return cleared === undefined ? [] : [[name, cleared] as const];
    }),
  );
}

function viewsOf(context: RequestContext): RequestContext['services']['records']['views'] {
  return context.services.records.views;
}

function nameOf(context: RequestContext, module: JsonValue | undefined): string {
  return moduleNamed(context, toText(module)).name;
}

/** Errors: `view_not_found`. */
async function moduleOfView(context: RequestContext, id: string): Promise<CompiledModule> {
  const { module } = await viewsOf(context).get(context.actor, { id });
  return moduleNamed(context, module);
}

interface NamedPart {
  readonly fieldName?: string;
  readonly sortField?: string;
  readonly field?: string;
}

const NAMING_LISTS = ['columns', 'sort'] as const;
const NAMING_PARTS = ['groupBy', 'viewType'] as const;

function hasNames(content: JsonObject): boolean {
  return ['filter', ...NAMING_LISTS, ...NAMING_PARTS].some((part) => content[part] !== undefined);
}

/** The content of a view with the current names of fields; its schema is checked already. */
function resolveContent(context: RequestContext, module: CompiledModule, content: JsonObject): JsonObject {
  const rename = (part: NamedPart): JsonValue =>
    Object.fromEntries(
      Object.entries(part).map(([property, value]: [string, JsonValue]) => [
        property,
        typeof value === 'string' && NAMES.has(property) ? resolveFieldName(context, module, value) : value,
      ]),
    );
  const resolved: { [name: string]: JsonValue } = { ...content };
  if (content['filter'] !== undefined) resolved['filter'] = resolveFilter(context, module, content['filter']);
  for (const list of NAMING_LISTS) {
    const parts = content[list];
    if (Array.isArray(parts)) resolved[list] = (parts as readonly NamedPart[]).map(rename);
  }
  for (const name of NAMING_PARTS) {
    const part = content[name];
    if (typeof part === 'object' && part !== null && !Array.isArray(part)) resolved[name] = rename(part as NamedPart);
  }
  return resolved;
}

const NAMES: ReadonlySet<string> = new Set(['fieldName', 'sortField', 'field']);
