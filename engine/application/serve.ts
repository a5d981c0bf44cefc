import type { AddressInfo } from 'node:net';
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
const SWEEP = 50;

/** Serves an application. Ready (`/api/ready`) once the first seed is done. */
export async function serve(application: Application): Promise<RunningServer> {
  const { configuration, files, pluginHost, outbox, scheduler } = application;
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
  await server.listen({ port: configuration.port, host: configuration.host }).catch((cause: NodeJS.ErrnoException) => {
    throw new MusterError('configuration_invalid', { values: { reason: `port ${configuration.port} of ${configuration.host} cannot be listened at (${cause.code ?? 'unknown'}).` }, cause });
  });
  outbox.start();
  scheduler.start();
  const { port } = server.server.address() as AddressInfo;
  return { server, url: `http://${configuration.host}:${port}`, stop: () => stop(server, application) };
}

async function stop(server: ApiServer, application: Application): Promise<void> {
  // A connection that was busy when closing began falls idle later, and would hold the server open.
  const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP);
  try {
    await server.close();
  } finally {
    clearInterval(sweep);
  }
  await application.close();
}

/** Asked of the store until it is true, then never again. */
function watchReadiness(application: Application): () => Promise<boolean> {
  let isReady = false;
  return async () => {
    isReady ||= await application.isSeeded();
    return isReady;
  };
}
