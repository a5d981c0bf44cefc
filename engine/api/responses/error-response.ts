import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { IdsPort, LogPort } from '../../ports/index.ts';
import type { ErrorBody } from '#engine/model/wire';
import { sendJson } from './send-response.ts';

/** Fastify's own errors, as rows of our catalogue. */
const FRAMEWORK_ERRORS: { readonly [code: string]: (request: FastifyRequest) => MusterError } = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions: { bodyLimit } }) =>
    new MusterError('body_too_large', { values: { limit: `${bodyLimit / 1_048_576} MiB` } }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new MusterError('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => unreadable('its length is not the one it announced'),
  FST_ERR_BAD_URL: () => unreadable('its address is not valid'),
  FST_ERR_MAX_PARAM_LENGTH: () => new MusterError('route_not_found'),
  FST_ERR_ASYNC_CONSTRAINT: () => unreadable('its headers are not valid'),
};

interface ErrorServices {
  readonly log: LogPort;
  readonly ids: IdsPort;
}

/**
 * Converts every error to a response: `{ error, code, details, ...data }` with the status of the catalogue. It never
 * throws: Fastify would send the bare message of the thrown error.
 */
export function createErrorHandler(services: ErrorServices) {
  return function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    try {
      sendKnownError(services, error, request, reply);
    } catch (failure) {
      sendFallbackError(services, failure, request, reply);
    }
  };
}

function sendKnownError(services: ErrorServices, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const shown = toPublicError(services, error, request);
  if (shown.code === 'body_too_large') drainBody(request, reply);
  sendError(reply, shown);
}

/** The error that the client gets. What it does not get is logged, also for a response that has begun already. */
export function toPublicError(services: ErrorServices, error: unknown, request: FastifyRequest): MusterError {
  const known = toMusterError(error, request);
  if (known?.isPublic === true) {
    if (known.status >= 500) services.log.warn({ code: known.code, endpoint: describeRoute(request) }, 'a request was refused');
    return known;
  }
  const id = services.ids.next();
  services.log.error(
    { errorId: id, endpoint: describeRoute(request), code: known?.code ?? 'internal_error', ...traceOf(error) },
    'a request failed',
  );
  return new MusterError('internal_error', { data: { errorId: id } });
}

/** Sends a response that needs neither the log nor JSON serialization: used when the log fails or the error cannot be serialized. */
function sendFallbackError({ log }: ErrorServices, failure: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const id = randomUUID();
  try {
    log.error(
      { errorId: id, endpoint: describeRoute(request), code: 'internal_error', ...traceOf(failure) },
      'the response of an error could not be built',
    );
  } catch {
    // The log may be what failed; the response is sent anyway.
  }
  if (!reply.sent) sendError(reply, new MusterError('internal_error', { data: { errorId: id } }));
}

/**
 * Reads and discards the rest of a body that is too large: closing the connection at once would interrupt the client while
 * it sends, and the response would be lost. The time limit of requests bounds this.
 */
function drainBody(request: FastifyRequest, reply: FastifyReply): void {
  void reply.removeHeader('connection');
  request.raw.resume();
}

/** Builds the body of an error response. */
export function errorBody(error: MusterError): ErrorBody {
  return { ...error.data, error: error.message, code: error.code, details: error.details };
}

function sendError(reply: FastifyReply, error: MusterError): void {
  // This header may be the cause of the failure.
  void reply.removeHeader('x-batch-id');
  const wait = error.status === 429 ? retryAfter(error) : error.status === 503 ? 2 : undefined;
  if (wait !== undefined) void reply.header('retry-after', String(wait));
  sendJson(reply, error.status, JSON.stringify(errorBody(error)));
}

function retryAfter(error: MusterError): number {
  const { seconds, minutes } = error.data;
  return typeof seconds === 'number' ? seconds : typeof minutes === 'number' ? minutes * 60 : 60;
}

function toMusterError(error: unknown, request: FastifyRequest): MusterError | undefined {
  if (error instanceof MusterError) return error;
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known !== undefined) return known(request);
  if (statusCode === 400) return unreadable('it is not a valid request');
  // Of @fastify/static, for a path that leaves its folder.
  if (statusCode === 403) return new MusterError('route_not_found');
  return undefined;
}

function unreadable(reason: string): MusterError {
  return new MusterError('not_parseable', { values: { reason } });
}

/** Describes the route, without ids, queries or user input. */
function describeRoute(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
}

/** Returns the stack of an error. Messages may contain values, so only the frames are included. */
function traceOf(error: unknown): { readonly name: string; readonly stack: string; readonly cause?: object } {
  if (!(error instanceof Error)) return { name: typeof error, stack: '' };
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .join('\n');
  return error.cause === undefined ? { name: error.name, stack } : { name: error.name, stack, cause: traceOf(error.cause) };
}
