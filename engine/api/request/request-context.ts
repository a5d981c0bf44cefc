import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteHandlerMethod, onRequestHookHandler } from 'fastify';
import type { Actor, Rights } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { OpenedPreview } from '../../previews/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { JsonValue } from '#engine/model/values';
import { sendResponse, type ApiResponse } from '../responses/send-response.ts';
import type { ApiServices } from '../services.ts';
import { assertRequestBody, REQUEST_BODY_SCHEMAS } from './request-body-schemas.ts';
import type { Query } from './parameters.ts';
import { assertTokenScope, needsCheck, type AuthenticationGuard, type TokenSession } from './authentication-guard.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, for every endpoint that needs a session. */
    tokenSession: TokenSession | null;
    /** The ids of the traces of its saves; null: it does not ask for traces. */
    saveTraces: string[] | null;
    /** Set while the body is read, when the request has an `Idempotency-Key`. */
    bodyDigest: string;
  }
}

/** The request of a signed-in user, with the active definitions. */
export interface RequestContext {
  readonly services: ApiServices;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /**
   * Key of the body schema of this endpoint, if there is one: `bodyOf` validates with it, after the rights that the handler
   * checks first.
   */
  readonly bodySchemaKey: string | undefined;
  readonly session: TokenSession;
  readonly actor: Actor;
  readonly snapshot: DefinitionSnapshot;
  /** The preview that the request belongs to; undefined: none. Services, actor and snapshot are those of the preview. */
  readonly preview: OpenedPreview | undefined;
  readonly query: Query;
  readonly parameters: { readonly [name: string]: string };
}

interface RouteOptions {
  readonly method: HTTPMethods | readonly HTTPMethods[];
  /** Fastify's path pattern; a trailing slash makes no difference. */
  readonly url: string;
  /** Alternative to the bearer token for identifying the requester; undefined: the request does not use it. Throws `session_expired`. */
  readonly identify?: (request: FastifyRequest) => TokenSession | undefined;
  /** Whether nothing serves the path: then a request without a session gets `route_not_found`, as it gets for any other unknown path. */
  readonly isUnknown?: (request: FastifyRequest) => boolean;
  /** Whether it is served in a preview: only if it reads, with the services of its context. Default: false. */
  readonly preview?: boolean;
  /** Maximum size of the body in bytes; default: that of the server. */
  readonly bodyLimit?: number | undefined;
}

/** Registers endpoints that need a session. */
export interface EndpointRouter {
  readonly app: FastifyInstance;
  readonly services: ApiServices;
  readonly guard: AuthenticationGuard;
  readonly on: (row: RouteOptions, run: (context: RequestContext) => Promise<ApiResponse>) => void;
}

export function createEndpointRouter(app: FastifyInstance, services: ApiServices, guard: AuthenticationGuard): EndpointRouter {
  const identifyBy =
    ({ url, isUnknown }: RouteOptions, identify: (request: FastifyRequest) => TokenSession | Promise<TokenSession>): onRequestHookHandler =>
    (request, _reply, done) => {
      const refuse = (error: Error): void => done(isUnknown?.(request) === true ? new MusterError('route_not_found') : error);
      const authenticate = (session: TokenSession): void => {
        assertTokenScope(session, url);
        request.tokenSession = session;
        done();
      };
      try {
        const found = identify(request);
        if (found instanceof Promise) found.then(authenticate).catch(refuse);
        else authenticate(found);
      } catch (error) {
        refuse(error as Error);
      }
    };
  return {
    app,
    services,
    guard,
    on(row, run) {
      const named = REQUEST_BODY_SCHEMAS[`${String(row.method)} ${row.url}`] === undefined ? undefined : `${String(row.method)} ${row.url}`;
      const handler: RouteHandlerMethod = async (request, reply) => {
        const context = await createRequestContext(services, guard, request, reply, named);
        const response = request.headers[TRACE_HEADER] === undefined ? await run(context) : await runTraced(context, run);
        if (response.send === undefined) sendResponse(reply, response);
        else await response.send(request, reply);
        return reply;
      };
      const { identify } = row;
      const onRequest = identifyBy(row, (request) => identify?.(request) ?? guard.identify(request));
      const config = { preview: row.preview === true };
      const limit = row.bodyLimit === undefined ? {} : { bodyLimit: row.bodyLimit };
      app.route({ method: row.method as HTTPMethods[], url: row.url, config, onRequest, handler, ...limit });
    },
  };
}

async function createRequestContext(
  services: ApiServices,
  guard: AuthenticationGuard,
  request: FastifyRequest,
  reply: FastifyReply,
  bodySchemaKey: string | undefined,
): Promise<RequestContext> {
  const session = request.tokenSession;
  if (session === null) throw new MusterError('session_expired');
  const versions = await services.store.versions();
  if (needsCheck(session, versions.rights)) await guard.assertLive(session, versions.rights);
  let snapshot = services.registry.current();
  if (snapshot.version < versions.definitions) snapshot = await services.registry.refresh(versions.definitions);
  const preview = session.preview === undefined ? undefined : await services.previews.open(session.preview, versions);
  return {
    services:
      preview === undefined ? services : { ...services, access: preview.access, records: preview.records, uploads: preview.uploads },
    request,
    reply,
    bodySchemaKey,
    session,
    actor: preview?.actor ?? services.access.beginRequest(session.actor, versions),
    snapshot: preview?.snapshot ?? snapshot,
    preview,
    query: request.query as Query,
    parameters: request.params as { readonly [name: string]: string },
  };
}

/** Asks for traces of the saves of a request. */
const TRACE_HEADER = 'x-muster-trace';

/** Runs a request that asks for traces of its saves; `X-Muster-Trace-Id` of the response names them, also if it fails. */
async function runTraced(context: RequestContext, run: (context: RequestContext) => Promise<ApiResponse>): Promise<ApiResponse> {
  const { request, reply } = context;
  await assertSystemAdmin(context);
  if (request.headers[TRACE_HEADER] !== '1')
    throw new MusterError('parameter_invalid', { details: [{ field: 'X-Muster-Trace', code: 'header', message: 'It must be 1.' }] });
  const traces: string[] = [];
  request.saveTraces = traces;
  try {
    return await run(context);
  } finally {
    if (traces.length > 0) void reply.header('x-muster-trace-id', traces.join(', '));
  }
}

/** Returns the body as an object; a missing body is an empty object. */
export function bodyOf(context: { readonly request: FastifyRequest; readonly bodySchemaKey?: string | undefined }): {
  readonly [name: string]: JsonValue;
} {
  const body = context.request.body as JsonValue | undefined;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new MusterError('body_invalid', { values: { reason: 'it must be an object' } });
  const fields = (body ?? {}) as { readonly [name: string]: JsonValue };
  if (context.bodySchemaKey !== undefined) assertRequestBody(context.bodySchemaKey, fields);
  return fields;
}

/** Returns the rights of the requester. */
export async function rightsOf(context: RequestContext): Promise<Rights> {
  return (await context.services.access.scope(context.actor)).rights;
}

/** Throws `admin_only` for all but System Admins. */
export async function assertSystemAdmin(context: RequestContext): Promise<Rights> {
  const rights = await rightsOf(context);
  if (!rights.unrestricted) throw new MusterError('admin_only');
  return rights;
}

/** Throws `person_only` for a request with an API token. */
export function assertPerson({ session }: RequestContext): void {
  if (session.claims.scope === 'api') throw new MusterError('person_only');
}

/** Throws `impersonation_locked` while the requester acts as another user: this is for the user who signed in. */
export function assertNotImpersonated({ session }: RequestContext): void {
  if (session.claims.impersonator !== undefined) throw new MusterError('impersonation_locked');
}

export function parameterOf(context: RequestContext, name: string): string {
  return context.parameters[name] ?? '';
}
