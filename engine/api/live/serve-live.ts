import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { fastifyWebsocket, type WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import { LIVE_CLOSE_CODES } from '#engine/model/wire';
import { assertSystemAdmin, type EndpointRouter } from '../request/request-context.ts';
import { handleConnection } from './handle-connection.ts';

/** Maximum length of a client message, in bytes; a longer one closes the socket with 1009. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Milliseconds between two pings; a socket that did not respond to the last one is terminated. */
const PING_INTERVAL = 20_000;
/** Milliseconds that sockets have to close while the server stops. */
const CLOSE_GRACE = 300;
/** Milliseconds after which a connection is closed that requested an upgrade where there is no websocket endpoint. */
const UPGRADE_TIMEOUT = 5_000;

/** `/api/live`, the websocket, and `POST /api/events/trigger-update`, with which a System Admin makes all browsers reload. */
export async function serveLive({ app, services, guard, on }: EndpointRouter): Promise<void> {
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    if (!/^\/api\/live\/?(\?|$)/.test(request.url ?? '')) socket.setTimeout(UPGRADE_TIMEOUT, () => socket.destroy());
  });
  // A scope of its own, so that the request hooks of the websocket plugin do not apply to the other routes.
  await app.register(async (scope) => {
    const alive = new WeakSet<WebSocket>();
    await scope.register(fastifyWebsocket, {
      options: { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false },
      preClose: (done) => closeAll(scope, done),
      errorHandler: (_error, socket) => socket.terminate(),
    });
    const pings = setInterval(() => pingAll(scope, alive), PING_INTERVAL).unref();
    scope.addHook('onClose', async () => clearInterval(pings));
    scope.route({
      method: 'GET',
      url: '/api/live',
      handler: () => {
        throw new MusterError('live_upgrade_required');
      },
      wsHandler: (socket) => {
        alive.add(socket);
        socket.on('pong', () => alive.add(socket));
        handleConnection(socket, services, guard);
      },
    });
  });
  on({ method: 'POST', url: '/api/events/trigger-update' }, async (context) => {
    await assertSystemAdmin(context);
    await services.live.broadcastUpdate();
    return { body: { success: true } };
  });
}

function pingAll(scope: FastifyInstance, alive: WeakSet<WebSocket>): void {
  for (const socket of scope.websocketServer.clients) {
    if (!alive.delete(socket)) socket.terminate();
    else socket.ping();
  }
}

/** Closes all sockets. A socket that never responds must not delay the end of the process. */
function closeAll(scope: FastifyInstance, done: () => void): void {
  const { clients } = scope.websocketServer;
  for (const socket of clients) socket.close(LIVE_CLOSE_CODES.restarting, 'the server stops');
  const startedAt = performance.now();
  const wait = setInterval(() => {
    if (clients.size > 0 && performance.now() - startedAt < CLOSE_GRACE) return;
    clearInterval(wait);
    for (const socket of clients) socket.terminate();
    scope.websocketServer.close();
    done();
  }, 10);
}
