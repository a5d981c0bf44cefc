import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { composeApplication, type Application, type CompositionOverrides, type Configuration } from '../../engine/application/index.ts';
import { signIn as openSession } from '../../engine/testing/api-client.ts';
import { configureProduct, startProduct, TEST_ADMIN, waitUntilResponsive as waitForResponse } from '../../engine/testing/start-product.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { copyPreparedFolder, dropDatabase, acquirePreparedDatabase, makeDatabaseUrl, type PreparedData } from './prepared-data.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

export { TEST_ADMIN };

const RESPONSE_TIMEOUT = 15_000 * inject('timeoutFactor');

export interface TestServerOptions {
  readonly store: 'sqlite' | 'mongodb';
  /** Default: the product's own. */
  readonly definitionFolders?: readonly string[];
  readonly plugins?: CompositionOverrides['plugins'];
  readonly clock?: CompositionOverrides['clock'];
  /** Default: server errors are written to the console. */
  readonly log?: CompositionOverrides['log'];
  readonly configuration?: Partial<Configuration>;
  /** Default: the product opens its own. */
  readonly openedStore?: CompositionOverrides['store'];
  /** Default: the product's own, which rejects private addresses. */
  readonly outboundHttp?: CompositionOverrides['outboundHttp'];
  /** 'manual': scheduled jobs and effects run when a test says so; jobs that were added run at once. Default 'automatic'. */
  readonly background?: 'automatic' | 'manual';
  /** Delay of the event loop in milliseconds above which requests get `overloaded`; default: longer than any work of a test. */
  readonly maxLoopDelay?: number;
  /** Default: the measured delay of the event loop. */
  readonly readLoopDelay?: () => number;
}

/** The product with its own store, listening on a free port. */
export interface TestServer {
  readonly url: string;
  readonly application: Application;
  /** Every served route, such as 'GET /api/:base/:id'. */
  readonly servedRoutes: readonly string[];
  /** Signed in as the first admin. */
  readonly admin: ApiClient;
  /** Without a session. */
  readonly anonymous: ApiClient;
  /** Returns a client with a new session. */
  signIn(email: string, password: string): Promise<ApiClient>;
  stop(): Promise<void>;
}

/** Starts the product on SQLite in a temporary folder, or on its own MongoDB database (`MONGODB_URL` must be set). */
export async function startServer(options: TestServerOptions): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-api-'));
  const place = await findPlace(options, folder);
  const clean = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    await place.release();
  };
  const { application, running } = await startProduct({
    configuration: configureProduct({ dataFolder: folder, mongodbUrl: place.mongodbUrl }, options.configuration),
    overrides: overridesOf(options),
    timeout: RESPONSE_TIMEOUT,
    ...(options.background === undefined ? {} : { background: options.background }),
    ...(options.maxLoopDelay === undefined ? {} : { maxLoopDelay: options.maxLoopDelay }),
    ...(options.readLoopDelay === undefined ? {} : { readLoopDelay: options.readLoopDelay }),
  }).catch(async (error: unknown) => {
    await clean();
    throw error;
  });
  const signIn = async (email: string, password: string): Promise<ApiClient> =>
    createApiClient(running.url, await openSession(running.url, email, password));
  return {
    url: running.url,
    application,
    servedRoutes: running.server.servedRoutes,
    signIn,
    admin: await signIn(TEST_ADMIN.email, TEST_ADMIN.password),
    anonymous: createApiClient(running.url, undefined),
    stop: async () => {
      await running.stop();
      await clean();
    },
  };
}

function overridesOf({ definitionFolders, plugins, clock, openedStore, outboundHttp, log }: TestServerOptions): CompositionOverrides {
  return {
    log: log ?? quietLog(),
    ...(openedStore === undefined ? {} : { store: openedStore }),
    ...(outboundHttp === undefined ? {} : { outboundHttp }),
    ...(definitionFolders === undefined ? {} : { definitionFolders }),
    ...(plugins === undefined ? {} : { plugins }),
    ...(clock === undefined ? {} : { clock }),
  };
}

/** The location of the server's data: prepared data if a first start would create the same, otherwise empty. */
async function findPlace(
  options: TestServerOptions,
  folder: string,
): Promise<{ readonly mongodbUrl: string | undefined; readonly release: () => Promise<void> }> {
  const prepared = prepareFor(options);
  if (options.store === 'sqlite') {
    if (prepared !== undefined) await copyPreparedFolder(prepared, folder);
    return { mongodbUrl: undefined, release: async () => undefined };
  }
  if (prepared === undefined) {
    const mongodbUrl = makeDatabaseUrl();
    return { mongodbUrl, release: () => dropDatabase(mongodbUrl) };
  }
  const { url, release } = await acquirePreparedDatabase(prepared, folder);
  return { mongodbUrl: url, release };
}

/** Settings that do not affect the data of a first start. */
const WITHOUT_TRACE: readonly string[] = ['webhookHosts', 'publicUrl', 'smtpUrl', 'redisUrl', 'metricsToken'];

/** The data of a first start with these options; undefined if only one test uses such data. */
function prepareFor({ definitionFolders, plugins, openedStore, configuration = {} }: TestServerOptions): PreparedData | undefined {
  const hasOwnPlugins = plugins !== undefined && plugins.length > 0;
  const isOfRepository = definitionFolders?.every((one) => one.startsWith(TOP)) ?? true;
  if (
    hasOwnPlugins ||
    !isOfRepository ||
    openedStore !== undefined ||
    Object.keys(configuration).some((name) => !WITHOUT_TRACE.includes(name))
  )
    return undefined;
  const options: TestServerOptions = {
    store: 'sqlite',
    ...(definitionFolders === undefined ? {} : { definitionFolders }),
    ...(plugins === undefined ? {} : { plugins }),
  };
  return {
    key: JSON.stringify([definitionFolders ?? 'shipped', plugins ?? 'enabled']),
    make: async ({ dataFolder, mongodbUrl }) => {
      const application = await composeApplication(configureProduct({ dataFolder, mongodbUrl }), {
        watchdog: false,
        ...overridesOf(options),
      });
      await application.ensureFirstAdmin();
      await application.close();
    },
  };
}

/** Waits until a server accepts requests. */
export function waitUntilResponsive(url: string): Promise<void> {
  return waitForResponse(url, RESPONSE_TIMEOUT);
}

/** Logs only server errors, so that a failed test shows its cause. */
function quietLog(): NonNullable<CompositionOverrides['log']> {
  const ignore = (): void => undefined;
  return { debug: ignore, info: ignore, warn: ignore, error: (data, text) => console.error(text, data) };
}
