import type { FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonValue } from '#engine/model/values';
import type { ApiResponse } from '../responses/send-response.ts';
import { acceptFileBodies } from '../request/import-input.ts';
import { bodyOf, createEndpointRouter, parameterOf, type RequestContext, type EndpointRouter } from '../request/request-context.ts';
import { textParameterOf } from '../request/parameters.ts';
import { countPathUse } from '../request/resolve-aliases.ts';
import { assertKnownNames } from '../request/known-names.ts';
import { bodyInvalid, objectOf } from '../request/write-input.ts';
import { matchFinder, findAtPath, moduleAtPath, moduleNamed, type ModuleRequestContext } from './module-directory.ts';
import { runFinder } from './operations/run-finder.ts';
import { MODULE_ENDPOINTS, GENERIC_MODULE_ENDPOINTS, type BodyKind, type ModuleEndpoint } from './route-table.ts';

const GENERIC_BASE = '/api/generic-modules';

/**
 * Serves the route table and the finders of modules: under `/api/:base`, where the active definitions map a base to its
 * module (so that routes follow a published definition with the next request), and under `/api/generic-modules`.
 */
export function serveModules(router: EndpointRouter): void {
  const files = MODULE_ENDPOINTS.filter(({ body }) => body === 'import');
  // A scope of its own: no other endpoint accepts this kind of body.
  void router.app.register(async (app) => {
    await acceptFileBodies(app);
    const { on } = createEndpointRouter(app, router.services, router.guard);
    for (const row of files) {
      on({ method: row.method, url: `/api/:base${row.path}` }, (context) => runRow(row, atPath(context)));
      on({ method: row.method, url: `${GENERIC_BASE}${row.path}` }, (context) => runChecked(row, generic(context)));
    }
  });
  for (const row of MODULE_ENDPOINTS.filter((one) => !files.includes(one))) {
    const options = { method: row.method, preview: isReading(row), bodyLimit: row.bodyLimit };
    router.on({ ...options, url: `/api/:base${row.path}` }, (context) => runRow(row, atPath(context)));
    router.on({ ...options, url: `${GENERIC_BASE}${row.path}` }, (context) => runChecked(row, generic(context)));
  }
  const isUnknown = (request: FastifyRequest): boolean => {
    const { base = '' } = request.params as { readonly base?: string };
    const module = findAtPath(router.services.registry.current(), base);
    return module === undefined || matchFinder(module, request) === undefined;
  };
  // Of these, PUT and DELETE are deletions.
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const)
    router.on({ method, url: '/api/:base/*', isUnknown, preview: method === 'GET' || method === 'POST' }, handleFinder);
  for (const row of GENERIC_MODULE_ENDPOINTS)
    router.on({ method: row.method, url: `${GENERIC_BASE}${row.path}`, preview: isReading(row) }, (context) =>
      runChecked(row, generic(context)),
    );
}

/** The responses of endpoints that write nothing. */
const READ_RESPONSES: ReadonlySet<ModuleEndpoint['response']> = new Set([
  'record',
  'page',
  'groups',
  'figures',
  'dependents',
  'count',
  'related',
]);

function isReading({ response }: ModuleEndpoint): boolean {
  return READ_RESPONSES.has(response);
}

/** The names in a body of each kind, besides those that every body may contain; a kind that is missing here is checked where it is read. */
const NAMES_IN_BODY: { readonly [kind in BodyKind]?: readonly string[] } = {
  none: [],
  ids: ['ids'],
  'ids-fields': ['ids', 'fields'],
  fields: ['_id', '_version', 'fields'],
  favorite: ['favorite'],
};

async function runChecked(row: ModuleEndpoint, context: ModuleRequestContext): Promise<ApiResponse> {
  const holdsFields = context.isGeneric && (row.body === 'record' || row.body === 'changes');
  const names = holdsFields ? NAMES_IN_BODY.fields : NAMES_IN_BODY[row.body];
  if (names !== undefined) assertKnownNames(context.body, [...names, 'moduleOptions']);
  return row.handler(context);
}

/** Every finder path starts with a fixed word; a matching finder takes precedence over the record whose id is this word. */
function runRow(row: ModuleEndpoint, context: ModuleRequestContext): Promise<ApiResponse> {
  const found = row.path.startsWith('/:id') ? matchFinder(context.module, context.request) : undefined;
  return found === undefined ? runChecked(row, context) : runFinder(context, found);
}

/** Serves the paths that only a finder can match. Errors: `route_not_found`. */
async function handleFinder(context: RequestContext): Promise<ApiResponse> {
  const base = parameterOf(context, 'base');
  const module = findAtPath(context.snapshot, base);
  countPathUse(context, `/api/${base}`);
  const found = module === undefined ? undefined : matchFinder(module, context.request);
  if (module === undefined || found === undefined) throw new MusterError('route_not_found');
  return runFinder(createModuleRequestContext(context, module, bodyOf(context), false), found);
}

function atPath(context: RequestContext): ModuleRequestContext {
  return createModuleRequestContext(context, moduleAtPath(context, parameterOf(context, 'base')), bodyOf(context), false);
}

function generic(context: RequestContext): ModuleRequestContext {
  const body = bodyOf(context);
  return createModuleRequestContext(context, moduleNamed(context, moduleNameOf(context, body)), body, true);
}

function createModuleRequestContext(
  context: RequestContext,
  module: CompiledModule,
  body: { readonly [name: string]: JsonValue },
  isGeneric: boolean,
): ModuleRequestContext {
  if (isGeneric && body['moduleOptions'] !== undefined) assertKnownNames(objectOf(body, 'moduleOptions'), ['name'], 'moduleOptions.');
  return {
    services: context.services,
    request: context.request,
    reply: context.reply,
    bodySchemaKey: context.bodySchemaKey,
    session: context.session,
    actor: context.actor,
    snapshot: context.snapshot,
    preview: context.preview,
    query: context.query,
    parameters: context.parameters,
    module,
    body,
    isGeneric,
  };
}

/** Reads `moduleOptions: { name }` from the body, or `?module=` when there is no body. */
function moduleNameOf(context: RequestContext, body: { readonly [name: string]: JsonValue }): string {
  const fromQuery = textParameterOf(context.query, 'module');
  if (body['moduleOptions'] === undefined && fromQuery !== undefined) return fromQuery;
  const { name } = body['moduleOptions'] === undefined ? { name: undefined } : objectOf(body, 'moduleOptions');
  if (typeof name !== 'string') throw bodyInvalid('moduleOptions.name must name a module (or ?module=)');
  return name;
}
