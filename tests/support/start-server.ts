import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, vi } from 'vitest';
import { composeApplication, serve, type Application, type CompositionOverrides, type Configuration } from '../../engine/application/index.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { copyPreparedFolder, dropDatabase, acquirePreparedDatabase, makeDatabaseUrl, type PreparedData } from './prepared-data.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

export const TEST_ADMIN = { email: 'admin@muster.test', password: 'Admin-pass1!' } as const;

export interface TestServerOptions {
  readonly store: 'sqlite' | 'mongodb';
  /** Default: the product's own. */
  readonly definitionFolders?: readonly string[];
  readonly plugins?: CompositionOverrides['plugins'];
  readonly clock?: CompositionOverrides['clock'];
  /** Default: what went wrong on the server's side is written to the console. */
  readonly log?: CompositionOverrides['log'];
  readonly configuration?: Partial<Configuration>;
  /** Default: the product opens its own. */
  readonly openedStore?: CompositionOverrides['store'];
  /** Default: the product's own, which reaches no private address. */
  readonly outboundHttp?: CompositionOverrides['outboundHttp'];
}

/** The real product on a store of its own, listening on a free port. */
export interface TestServer {
  readonly url: string;
  readonly application: Application;
  /** 'GET /api/:base/:id': every call that is served. */
  readonly servedRoutes: readonly string[];
  /** Signed in as the first admin. */
  readonly admin: ApiClient;
  /** Without a session. */
  readonly anonymous: ApiClient;
  /** A client signed in as somebody. */
  signIn(email: string, password: string): Promise<ApiClient>;
  stop(): Promise<void>;
}

const SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789';

/** Starts the product on SQLite in a temporary folder, or on a MongoDB database of its own (`MONGODB_URL` must be set). */
export async function startServer(options: TestServerOptions): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-api-'));
  const place = await findPlace(options, folder);
  const clean = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    await place.release();
  };
  const application = await composeApplication(configure(options, folder, place.mongodbUrl), overridesOf(options)).catch(async (error: unknown) => {
    await clean();
    throw error;
  });
  await application.ensureFirstAdmin();
  const running = await serve(application);
  await waitUntilResponsive(running.url);
  const signIn = async (email: string, password: string): Promise<ApiClient> => createApiClient(running.url, await tokenOf(running.url, email, password));
  return {
    url: running.url, application, servedRoutes: running.server.servedCalls, signIn,
    admin: await signIn(TEST_ADMIN.email, TEST_ADMIN.password),
    anonymous: createApiClient(running.url, undefined),
    stop: async () => {
      await running.stop();
      await clean();
    },
  };
}

function configure({ configuration }: TestServerOptions, dataFolder: string, mongodbUrl: string | undefined): Configuration {
  return {
    port: 0, host: '127.0.0.1', dataFolder, mongodbUrl, seed: 'none', publicUrl: 'http://localhost', secret: SECRET, smtpUrl: undefined, workers: 1,
    adminEmail: TEST_ADMIN.email, adminPassword: TEST_ADMIN.password, ...configuration,
  };
}

function overridesOf({ definitionFolders, plugins, clock, openedStore, outboundHttp, log }: TestServerOptions): CompositionOverrides {
  return {
    watchdog: false, log: log ?? quietLog(),
    ...(openedStore === undefined ? {} : { store: openedStore }), ...(outboundHttp === undefined ? {} : { outboundHttp }),
    ...(definitionFolders === undefined ? {} : { definitionFolders }), ...(plugins === undefined ? {} : { plugins }), ...(clock === undefined ? {} : { clock }),
  };
}

/** Where the server keeps its data: prepared ones where a first start would make just these, else empty. */
async function findPlace(options: TestServerOptions, folder: string): Promise<{ readonly mongodbUrl: string | undefined; readonly release: () => Promise<void> }> {
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

/** Settings that change nothing of what a first start keeps. */
const WITHOUT_TRACE: readonly string[] = ['webhookHosts', 'publicUrl', 'smtpUrl', 'redisUrl'];

/** The data of a first start with these options; undefined where they are those of one test alone. */
function prepareFor({ definitionFolders, plugins, openedStore, configuration = {} }: TestServerOptions): PreparedData | undefined {
  const hasOwnPlugins = plugins !== undefined && plugins.length > 0;
  const isOfRepository = definitionFolders?.every((one) => one.startsWith(TOP)) ?? true;
  if (hasOwnPlugins || !isOfRepository || openedStore !== undefined || Object.keys(configuration).some((name) => !WITHOUT_TRACE.includes(name))) return undefined;
  const options: TestServerOptions = { store: 'sqlite', ...(definitionFolders === undefined ? {} : { definitionFolders }), ...(plugins === undefined ? {} : { plugins }) };
  return {
    key: JSON.stringify([definitionFolders ?? 'shipped', plugins ?? 'enabled']),
    make: async ({ dataFolder, mongodbUrl }) => {
      const application = await composeApplication(configure(options, dataFolder, mongodbUrl), overridesOf(options));
      await application.ensureFirstAdmin();
      await application.close();
    },
  };
}

/** Waits until a server takes calls: after its event loop was held up, such as at its start, it refuses them as too busy for a moment. */
export async function waitUntilResponsive(url: string): Promise<void> {
  await vi.waitUntil(async () => (await fetch(`${url}/api/health`)).ok, { timeout: 15_000 * inject('timeoutFactor') });
}

async function tokenOf(url: string, email: string, password: string): Promise<string> {
  const { status, body } = await createApiClient(url, undefined).post('/api/users/login', { email, password });
  if (status !== 200) throw new Error(`Sign-in of ${email} answered ${status}: ${JSON.stringify(body)}`);
  return String(body.token);
}

/** Says only what went wrong on the server's side, so that a test that fails shows why. */
function quietLog(): NonNullable<CompositionOverrides['log']> {
  const ignore = (): void => undefined;
  return { debug: ignore, info: ignore, warn: ignore, error: (data, text) => console.error(text, data) };
}
