import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

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
