import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/index.ts';
import { deriveIdempotencyKey, type SourceCollector, type WriteOptions } from '../../records/index.ts';
import { MusterError } from '../../errors/index.ts';
import { isDownload, type HostedRequest, type HostedRoute } from '../../plugin-host/index.ts';
import type { JsonObject } from '#engine/model/values';
import { sendDownload } from '../responses/send-download.ts';
import { sendResponse, type ApiResponse } from '../responses/send-response.ts';
import { acceptForms } from '../request/form-body.ts';
import { bodyOf, type EndpointRouter } from '../request/request-context.ts';
import { assertBody } from '../request/request-body-schemas.ts';
import { compileCheck, textParameterOf, type ParameterCheck, type Query } from '../request/parameters.ts';
import { closeNestedObjects, OPEN_KEYWORDS } from '../request/close-nested-objects.ts';
import { assertKnownNames } from '../request/known-names.ts';
import { resolveModulesIn } from '../request/resolve-aliases.ts';
import { writeOptionsOf } from '../request/write-input.ts';
import type { ApiServices } from '../services.ts';
import { assertPluginRoutes, createInvalidRouteError } from './assert-plugin-routes.ts';

/** Requests by link to one endpoint that one address may send per minute: a guessed or shared link must not be a load. */
const LINK_REQUESTS = 60;
/** The same for an endpoint that other services call. */
const WEBHOOK_REQUESTS = 1_000;
const MINUTE = 60_000;

/**
 * Registers the endpoints that plugins add. Each receives only the actor, parameters, query and body. An endpoint needs a session, a link
 * that its plugin created, or a signature that its plugin checks. Called after the product's own endpoints are registered. Errors: `plugin_invalid` for a route that would replace
 * one of them, or whose body schema is not valid.
 */
export function servePluginRoutes(router: EndpointRouter): void {
  const { pluginRoutes, registry } = router.services;
  assertPluginRoutes(pluginRoutes, router.app.servedRoutes, registry.current());
  for (const route of pluginRoutes) {
    const check = compileBodyCheck(route);
    if (route.access !== 'session') serveWithoutSession(router, route, check);
    else
      router.on({ method: route.method, url: route.path, preview: route.isRead, bodyLimit: route.maxBodyBytes }, (context) => {
        const { actor, request, preview } = context;
        const named = (sent: JsonObject): JsonObject => resolveModulesIn(context, route.moduleNames, sent);
        return runRoute(router.services, { route, check, actor, request, preview, named });
      });
  }
}

function compileBodyCheck(route: HostedRoute): ParameterCheck<JsonObject> | undefined {
  try {
    return route.bodySchema === undefined ? undefined : compileCheck<JsonObject>(closeNestedObjects(route.bodySchema));
  } catch (error) {
    throw createInvalidRouteError(route, `has a body schema that is not valid: ${(error as Error).message}`);
  }
}

/** The names that a body may contain: those of the schema, unless it says itself which others it accepts. */
function listBodyNames({ bodySchema }: HostedRoute): readonly string[] | undefined {
  const { type, properties } = bodySchema ?? {};
  if (bodySchema === undefined || type !== 'object' || OPEN_KEYWORDS.some((word) => word in bodySchema)) return undefined;
  return Object.keys((properties ?? {}) as JsonObject);
}

/** Programs that follow a link, such as those of RFC 8058, and webhooks send forms; no cookie is read. */
function serveWithoutSession({ app, services }: EndpointRouter, route: HostedRoute, check: ParameterCheck<JsonObject> | undefined): void {
  void app.register((scope, _options, done) => {
    acceptForms(scope);
    scope.route({
      method: route.method,
      url: route.path,
      ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
      config: {
        rateLimit: { max: route.requestsPerMinute ?? (route.access === 'link' ? LINK_REQUESTS : WEBHOOK_REQUESTS), timeWindow: MINUTE },
      },
      handler: async (request, reply) => {
        const proof = route.access === 'link' ? { link: openLink(route, request) } : { webhook: readWebhook(request) };
        await services.registry.refresh((await services.store.versions()).definitions);
        const response = await runRoute(services, { route, check, actor: { kind: 'system', name: route.plugin }, request, ...proof });
        if (response.send === undefined) sendResponse(reply, response);
        else await response.send(request, reply);
        return reply;
      },
    });
    done();
  });
}

function openLink(route: HostedRoute, request: FastifyRequest): NonNullable<HostedRequest['link']> {
  const token = textParameterOf(request.query as Query, 'token');
  if (token === undefined) throw new MusterError('link_invalid');
  return route.openLink({ token, parameters: request.params as HostedRequest['parameters'] });
}

function readWebhook({ headers, url }: FastifyRequest): NonNullable<HostedRequest['webhook']> {
  return { url, headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')])) };
}

interface RouteRun {
  readonly route: HostedRoute;
  readonly check: ParameterCheck<JsonObject> | undefined;
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly link?: NonNullable<HostedRequest['link']>;
  readonly webhook?: NonNullable<HostedRequest['webhook']>;
  readonly preview?: HostedRequest['preview'];
  /** Replaces earlier names of modules in what was sent; absent: nobody is signed in, so none has an alias. */
  readonly named?: (sent: JsonObject) => JsonObject;
}

async function runRoute(
  { records }: ApiServices,
  { route, check, actor, request, link, webhook, preview, named = (sent) => sent }: RouteRun,
): Promise<ApiResponse> {
  const sent = request.query as Query;
  const query = Object.fromEntries(
    Object.keys(sent)
      .filter((name) => link === undefined || name !== 'token')
      .map((name) => [name, textParameterOf(sent, name) ?? '']),
  );
  const body = route.method === 'GET' ? undefined : bodyOf({ request });
  if (check !== undefined && body !== undefined) assertBody(check, body);
  const names = listBodyNames(route);
  if (names !== undefined && body !== undefined) assertKnownNames(body, names);
  const { batchId, idempotency }: WriteOptions = webhook === undefined ? writeOptionsOf({ request, query: sent }) : {};
  // Requests by link have the same actor: each link has its own keys, so that none gets the response of another.
  const key = link === undefined ? idempotency : deriveIdempotencyKey(idempotency, `link/${link.id}`);
  const given = {
    actor,
    parameters: named(request.params as JsonObject) as HostedRequest['parameters'],
    query: named(query) as HostedRequest['query'],
    client: { address: request.ip, program: (request.headers['user-agent'] ?? '').slice(0, 500) },
    body: body === undefined ? undefined : named(body),
    batchId: link === undefined ? batchId : undefined,
    idempotency: key,
    ...(link === undefined ? {} : { link }),
    ...(webhook === undefined ? {} : { webhook }),
  };
  if (route.isRead) {
    const response = await route.handle({ ...given, preview });
    if (isDownload(response)) return { body: undefined, send: (received, reply) => sendDownload(received, reply, response) };
    const { location } = response;
    return location === undefined ? response : { body: undefined, send: (_received, reply) => sendElsewhere(reply, location) };
  }
  const handle = async (collect: SourceCollector): Promise<JsonObject> => {
    const response = await route.handle({ ...given, ...(key === undefined ? {} : { collect }) });
    // Only routes that read have downloads, so that a response can be stored for its idempotency key.
    if (isDownload(response)) throw new MusterError('plugin_failed', { values: { plugin: route.plugin } });
    const { status = 200, body: result, batchId: made } = response;
    return { status, body: result, ...(made === undefined ? {} : { batchId: made }) };
  };
  return (await records.runIdempotent(actor, key, handle)) as unknown as ApiResponse;
}

/** No page gets the address with the token of a link. */
async function sendElsewhere(reply: FastifyReply, location: string): Promise<void> {
  await reply.code(302).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send();
}
