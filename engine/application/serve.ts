import type { AddressInfo, Socket } from 'node:net';
import { createServer, type ApiServer } from '../api/index.ts';
import type { Application } from './compose.ts';
import { MusterError } from '../errors/index.ts';

/** The product, listening. */
export interface RunningServer {
  readonly server: ApiServer;
  /** 'http://localhost:3000'. */
  readonly url: string;
  /** Stops accepting, lets every request in flight end, then closes all. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks for connections that have fallen idle while the server closes. */
const IDLE_SWEEP_INTERVAL = 50;
/** Milliseconds that a connection has for its first byte while the server closes; a browser opens some that it never uses. */
const FIRST_BYTE_TIMEOUT = 1_000;

/** Serves an application. Ready (`/api/ready`) once the first seed is done. */
export async function serve(application: Application): Promise<RunningServer> {
  const { configuration, files, pluginHost, outbox, scheduler, webhooks } = application;
  const readiness = watchReadiness(application);
  const server = await createServer({
    ...application,
    pluginRoutes: pluginHost.routes,
    errorRows: pluginHost.errorRows,
    uiFolder: files.uiFolder,
    configuration: {
      version: files.version, publicUrl: configuration.publicUrl, secret: application.secret, isReady: readiness,
      // Behind a proxy that ends TLS, the caller's address is the one that the proxy on a private network names.
      trustProxy: configuration.publicUrl.startsWith('https:') ? 'loopback, linklocal, uniquelocal' : false,
    },
  });
  const silent = trackSilentConnections(server);
  await server.listen({ port: configuration.port, host: configuration.host }).catch((cause: NodeJS.ErrnoException) => {
    throw new MusterError('configuration_invalid', { values: { reason: `port ${configuration.port} of ${configuration.host} cannot be listened at (${cause.code ?? 'unknown'}).` }, cause });
  });
  outbox.start();
  scheduler.start();
  webhooks.start();
  const { port } = server.server.address() as AddressInfo;
  return { server, url: `http://${configuration.host}:${port}`, stop: () => stop(server, application, silent) };
}

async function stop(server: ApiServer, application: Application, silent: () => readonly Socket[]): Promise<void> {
  const startedAt = performance.now();
  // A connection that was busy when closing began falls idle later, and would hold the server open.
  const sweep = setInterval(() => {
    server.server.closeIdleConnections();
    if (performance.now() - startedAt > FIRST_BYTE_TIMEOUT) for (const socket of silent()) socket.destroy();
  }, IDLE_SWEEP_INTERVAL);
  try {
    await server.close();
  } finally {
    clearInterval(sweep);
  }
  await application.close();
}

/** Connections that have said nothing yet: to Node they are busy with a request that may come. */
function trackSilentConnections(server: ApiServer): () => readonly Socket[] {
  const open = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].filter(({ bytesRead }) => bytesRead === 0);
}

/** Asked of the store until it is true, then never again. */
function watchReadiness(application: Application): () => Promise<boolean> {
  let isReady = false;
  return async () => {
    isReady ||= await application.isSeeded();
    return isReady;
  };
}
