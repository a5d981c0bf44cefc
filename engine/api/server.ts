import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastifyJwt from '@fastify/jwt';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance } from 'fastify';
import { MusterError } from '../errors/index.ts';
import { createErrorHandler, errorBody } from './responses/error-response.ts';
import { serveModules } from './module-endpoints/serve-modules.ts';
import { createEndpointRouter } from './request/request-context.ts';
import { clearBodyTimer, digestOf, limitSlowBodies, MAX_BODY_BYTES, parseJsonBody } from './request/request-body.ts';
import { createAuthenticationGuard } from './request/authentication-guard.ts';
import { serveLive } from './live/serve-live.ts';
import { serveFixedRoutes } from './routes/fixed-routes.ts';
import { measureRequests } from './routes/metrics.ts';
import { servePages } from './routes/pages.ts';
import { servePluginRoutes } from './routes/plugin-routes.ts';
import { limitPreviews } from './request/preview-token.ts';
import { refuseWhenOverloaded } from './request/refuse-when-overloaded.ts';
import type { ApiServices } from './services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** 'GET /api/:base/:id': all endpoints, for the test that compares the OpenAPI document with them. */
    readonly servedRoutes: readonly string[];
  }
}

/** The HTTP server. */
export type ApiServer = FastifyInstance;

/**
 * Time limits in milliseconds: for a body that is not an upload, for a whole request (uploads too), and for a connection
 * without activity.
 */
const BODY_TIMEOUT = 60_000;
const REQUEST_TIMEOUT = 1_800_000;
const CONNECTION_TIMEOUT = 180_000;

/**
 * Creates the HTTP server, ready to listen. Every module serves the endpoints of the route table under its own path; a
 * published definition changes them with the next request.
 */
export async function createServer(services: ApiServices): Promise<ApiServer> {
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: CONNECTION_TIMEOUT,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: services.configuration.trustProxy.length > 0 && [...services.configuration.trustProxy],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => createErrorHandler(services)(error, request, reply),
    clientErrorHandler: sendClientError,
  });
  const servedRoutes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of Array.isArray(method) ? method : [method]) servedRoutes.push(`${one} ${url}`);
  });
  app.decorate('servedRoutes', servedRoutes);
  if (services.metrics !== undefined) measureRequests(app, services.metrics.requests);
  app.decorateRequest('tokenSession', null);
  app.decorateRequest('saveTraces', null);
  app.decorateRequest('bodyDigest', '');
  app.setErrorHandler(createErrorHandler(services));
  limitSlowBodies(app, BODY_TIMEOUT, sendTooSlow);
  readJsonOnly(app);
  await app.register(fastifyCookie);
  await app.register(fastifyJwt, {
    secret: services.configuration.secret,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'], ignoreExpiration: true },
  });
  await app.register(fastifyRateLimit, { global: false, errorResponseBuilder: tooManyRequests });
  await refuseWhenOverloaded(app, services.configuration);
  limitPreviews(app);
  const router = createEndpointRouter(app, services, createAuthenticationGuard(app, services));
  serveModules(router);
  serveFixedRoutes(router);
  await serveLive(router);
  await servePages(app, services);
  servePluginRoutes(router);
  return app;
}

/** Accepts only JSON bodies, parsed by our own rules; anything else is 415. */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    clearBodyTimer(request);
    try {
      if (request.headers['idempotency-key'] !== undefined) request.bodyDigest = digestOf(bytes, request.url.split('?', 2)[1] ?? '');
      done(null, parseJsonBody(bytes));
    } catch (error) {
      done(error as Error);
    }
  });
}

function tooManyRequests(_request: unknown, context: { readonly ttl: number }): MusterError {
  const seconds = Math.max(1, Math.ceil(context.ttl / 1000));
  return new MusterError('too_many_requests', { values: { seconds }, data: { seconds } });
}

/** Responds to input that is not valid HTTP on the raw socket, and closes it. */
function sendClientError(
  error: Error & { code?: string },
  socket: { writable: boolean; destroyed: boolean; end(text: string): void; destroy(error?: Error): void },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const reason = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : isTooLarge ? 'its headers are too large' : 'it is not valid HTTP';
  if (socket.writable) socket.end(badRequest(reason));
  else socket.destroy(error);
}

const TOO_SLOW = 'it took too long to arrive';

/** Responds on the raw socket too: Fastify cannot send a response while it waits for the body. */
function sendTooSlow(socket: Socket): void {
  if (socket.writable) socket.end(badRequest(TOO_SLOW), () => socket.destroy());
}

function badRequest(reason: string): string {
  const body = JSON.stringify(errorBody(new MusterError('not_parseable', { values: { reason } })));
  return `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}
