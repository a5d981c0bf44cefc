import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods, RouteHandlerMethod, onRequestHookHandler } from 'fastify';
import type { Actor, Rights } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { JsonValue } from '#engine/model';
import { sendAnswer, type Answer } from '../answers/send.ts';
import type { ApiServices } from '../services.ts';
import { assertNamedBody, NAMED_BODIES } from './named-bodies.ts';
import type { Query } from './parameters.ts';
import type { SessionGate, TokenSession } from './session-gate.ts';
import { assertReaches } from './token-calls.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, on every call that needs a session. */
    tokenSession: TokenSession | null;
    /** Set while the body is read, when the caller sent an `Idempotency-Key`. */
    bodyDigest: string;
  }
}

/** A request of a signed-in user, with the definitions in force. */
export interface Call {
  readonly services: ApiServices;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Set where the body has a schema of its own: reading it holds it to that, after the rights that are asked before. */
  readonly named: string | undefined;
  readonly session: TokenSession;
  readonly actor: Actor;
  readonly snapshot: DefinitionSnapshot;
  readonly query: Query;
  readonly parameters: { readonly [name: string]: string };
}

interface RouteRow {
  readonly method: HTTPMethods | readonly HTTPMethods[];
  /** Fastify's path pattern; a trailing slash makes no difference. */
  readonly url: string;
  /** Another way to say who asks than the bearer token; undefined: it is not used here. Throws `session_expired`. */
  readonly identify?: (request: FastifyRequest) => TokenSession | undefined;
}

/** Registers calls that need a session. */
export interface CallRouter {
  readonly app: FastifyInstance;
  readonly services: ApiServices;
  readonly gate: SessionGate;
  readonly on: (row: RouteRow, run: (call: Call) => Promise<Answer>) => void;
}

export function createCallRouter(app: FastifyInstance, services: ApiServices, gate: SessionGate): CallRouter {
  const identifyBy = (url: string, identify: (request: FastifyRequest) => TokenSession | Promise<TokenSession>): onRequestHookHandler => (request, _reply, done) => {
    const admit = (session: TokenSession): void => {
      assertReaches(session, url);
      request.tokenSession = session;
      done();
    };
    try {
      const found = identify(request);
      if (found instanceof Promise) found.then(admit).catch(done);
      else admit(found);
    } catch (error) {
      done(error as Error);
    }
  };
  return {
    app, services, gate,
    on(row, run) {
      const named = NAMED_BODIES[`${String(row.method)} ${row.url}`] === undefined ? undefined : `${String(row.method)} ${row.url}`;
      const handler: RouteHandlerMethod = async (request, reply) => {
        const answer = await run(await openCall(services, gate, request, reply, named));
        if (answer.send === undefined) sendAnswer(reply, answer);
        else await answer.send(request, reply);
        return reply;
      };
      const { identify } = row;
      const onRequest = identifyBy(row.url, (request) => identify?.(request) ?? gate.identify(request));
      app.route({ method: row.method as HTTPMethods[], url: row.url, onRequest, handler });
    },
  };
}

async function openCall(services: ApiServices, gate: SessionGate, request: FastifyRequest, reply: FastifyReply, named: string | undefined): Promise<Call> {
  const session = request.tokenSession;
  if (session === null) throw new MusterError('session_expired');
  const versions = await services.store.versions();
  if (session.checkedAtRights !== versions.rights) await gate.assertLive(session, versions.rights);
  const snapshot = await services.registry.refresh(versions.definitions);
  return {
    services, request, reply, named, session, actor: session.actor, snapshot,
    query: request.query as Query, parameters: request.params as { readonly [name: string]: string },
  };
}

/** The body as an object; none at all counts as an empty one. */
export function bodyOf(call: { readonly request: FastifyRequest; readonly named?: string | undefined }): { readonly [name: string]: JsonValue } {
  const body = call.request.body as JsonValue | undefined;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) throw new MusterError('body_invalid', { values: { reason: 'it must be an object' } });
  const fields = (body ?? {}) as { readonly [name: string]: JsonValue };
  if (call.named !== undefined) assertNamedBody(call.named, fields);
  return fields;
}

/** The rights of who asks. */
export async function rightsOf(call: Call): Promise<Rights> {
  return (await call.services.access.scope(call.actor)).rights;
}

/** Throws `admin_only` for all but System Admins. */
export async function assertSystemAdmin(call: Call): Promise<Rights> {
  const rights = await rightsOf(call);
  if (!rights.unrestricted) throw new MusterError('admin_only');
  return rights;
}

/** Throws `person_only` for a program that came with an API token. */
export function assertPerson({ session }: Call): void {
  if (session.claims.scope === 'api') throw new MusterError('person_only');
}

/** A path parameter. */
export function parameterOf(call: Call, name: string): string {
  return call.parameters[name] ?? '';
}
