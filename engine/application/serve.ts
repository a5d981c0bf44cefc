import type { AddressInfo, Socket } from 'node:net';
import { createServer, type ApiServer } from '../api/index.ts';
import type { Application } from './compose.ts';
import { MusterError } from '../errors/index.ts';

/** The running server of the product. */
export interface RunningServer {
  readonly server: ApiServer;
  /** 'http://localhost:3000'. */
  readonly url: string;
  /** Stops accepting connections, completes every request in flight, then closes everything. */
  stop(): Promise<void>;
}

/** Milliseconds between two checks for idle connections while the server closes. */
const IDLE_SWEEP_INTERVAL = 50;
/** Milliseconds that a connection has for its first byte while the server closes; browsers open some that they never use. */
const FIRST_BYTE_TIMEOUT = 1_000;

/** Options of a server. */
export interface ServeOptions {
  /**
   * 'automatic' (default): post-save effects, due jobs and deliveries run by themselves. 'manual', for tests: effects and deliveries run when
   * they are drained, scheduled jobs when they are added; jobs that were added run at once.
   */
  readonly background?: 'automatic' | 'manual';
  /** Delay of the event loop in milliseconds above which requests get `overloaded`; default 4,000. */
  readonly maxLoopDelay?: number;
  /** Reads the delay of the event loop in milliseconds; default: it is measured each second. */
  readonly readLoopDelay?: () => number;
}

const MAX_LOOP_DELAY = 4_000;

/** Serves an application. It is ready (`/api/ready`) once the first seed is done. */
export async function serve(
  application: Application,
  { background = 'automatic', maxLoopDelay = MAX_LOOP_DELAY, readLoopDelay }: ServeOptions = {},
): Promise<RunningServer> {
  const { configuration, files, pluginHost, outbox, jobs, webhooks, indexUses } = application;
  const readiness = watchReadiness(application);
  const server = await createServer({
    ...application,
    pluginRoutes: pluginHost.routes,
    pluginEvents: pluginHost.manifests.flatMap(({ events = [] }) => events),
    errorRows: pluginHost.errorRows,
    uiFolder: files.uiFolder,
    configuration: {
      version: files.version,
      publicUrl: configuration.publicUrl,
      secret: application.secret,
      isReady: readiness,
      maxLoopDelay,
      readLoopDelay,
      trustProxy: configuration.trustProxy ?? [],
    },
  });
  const silent = trackSilentConnections(server);
  await server.listen({ port: configuration.port, host: configuration.host }).catch((cause: NodeJS.ErrnoException) => {
    throw new MusterError('configuration_invalid', {
      values: { reason: `port ${configuration.port} of ${configuration.host} cannot be listened at (${cause.code ?? 'unknown'}).` },
      cause,
    });
  });
  indexUses.start();
  jobs.start({ schedule: background });
  if (background === 'automatic') {
    outbox.start();
    webhooks.start();
  }
  const { port } = server.server.address() as AddressInfo;
  return { server, url: `http://${configuration.host}:${port}`, stop: () => stop(server, application, silent) };
}

async function stop(server: ApiServer, application: Application, silent: () => readonly Socket[]): Promise<void> {
  const startedAt = performance.now();
  // A connection that was busy when closing began becomes idle later, and would keep the server open.
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

/** Tracks connections that have not sent anything yet: Node counts them as busy with a request that may arrive. */
function trackSilentConnections(server: ApiServer): () => readonly Socket[] {
  const open = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => [...open].filter(({ bytesRead }) => bytesRead === 0);
}

/** Queries the store until the seed is done, then returns true without a query. */
function watchReadiness(application: Application): () => Promise<boolean> {
  let isReady = false;
  return async () => {
    isReady ||= await application.isSeeded();
    return isReady;
  };
}
