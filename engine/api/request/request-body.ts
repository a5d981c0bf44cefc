import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { JsonValue } from '#engine/model/values';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs while the body arrives, when it has a time limit. */
    bodyTimer: NodeJS.Timeout | null;
  }
}

/**
 * Ends a request whose body takes longer than this to arrive. Node has only one limit for the whole server, and an upload
 * over a slow connection needs more time: forms have only Node's limit, all other bodies have this one.
 */
export function limitSlowBodies(app: FastifyInstance, milliseconds: number, respond: (socket: Socket) => void): void {
  app.decorateRequest('bodyTimer', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (
      (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) &&
      headers['content-type']?.startsWith('multipart/') !== true
    ) {
      request.bodyTimer = setTimeout(() => endSlow(request, respond), milliseconds).unref();
    }
    done();
  });
}

/** Clears the timer once the body has arrived. */
export function clearBodyTimer(request: FastifyRequest): void {
  if (request.bodyTimer !== null) clearTimeout(request.bodyTimer);
}

function endSlow({ raw }: FastifyRequest, respond: (socket: Socket) => void): void {
  if (raw.complete || raw.destroyed) return;
  respond(raw.socket);
}

/** Maximum size of a JSON body, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

/** Maximum nesting depth of a body; the deepest allowed filter stays well below. */
const MAX_DEPTH = 100;

/** Half of a surrogate pair, which UTF-8 cannot encode. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Parses a JSON body. An empty one is `undefined`. Errors: `not_parseable` for text that is not UTF-8 or not JSON, too
 * deep nesting, numbers outside the range of JSON numbers, lone surrogates, and names that access a prototype.
 */
export function parseJsonBody(bytes: Buffer): JsonValue | undefined {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw notParseable('it is not valid UTF-8');
  const text = bytes.toString('utf8');
  const value = parseText(text);
  // Valid UTF-8 has a lone surrogate only as an escape.
  assertPlain(value, 0, text.includes('\\u'));
  return value;
}

/** Parses JSON from a query parameter, with the same rules. */
export function parseJsonText(text: string): JsonValue {
  const value = parseText(text);
  assertPlain(value, 0, true);
  return value;
}

/** Returns a digest with which two requests are compared. */
export function digestOf(bytes: Buffer, query: string): string {
  return createHash('sha256').update(bytes).update('?').update(query).digest('base64url');
}

function parseText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw notParseable('it is not valid JSON');
  }
}

/** `mayBeMalformed`: texts may contain lone surrogates. */
function assertPlain(value: JsonValue, depth: number, mayBeMalformed: boolean): void {
  if (typeof value === 'string') {
    if (mayBeMalformed && LONE_SURROGATE.test(value)) throw notParseable('a text in it is not valid Unicode');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw notParseable('a number in it is too large');
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_DEPTH) throw notParseable(`it is nested more than ${MAX_DEPTH} levels deep`);
    if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) assertPlain(item, depth + 1, mayBeMalformed);
    else assertPlainObject(value as { readonly [name: string]: JsonValue }, depth, mayBeMalformed);
  }
}

function assertPlainObject(value: { readonly [name: string]: JsonValue }, depth: number, mayBeMalformed: boolean): void {
  for (const name of Object.keys(value)) {
    if (name === '__proto__' || (name === 'constructor' && hasPrototype(value[name])))
      throw notParseable(`the name ${name} is not allowed`);
    if (mayBeMalformed && LONE_SURROGATE.test(name)) throw notParseable('a name in it is not valid Unicode');
    assertPlain(value[name] ?? null, depth + 1, mayBeMalformed);
  }
}

function hasPrototype(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

function notParseable(reason: string): MusterError {
  return new MusterError('not_parseable', { values: { reason } });
}
