import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { composeApplication, serve, type Application, type CompositionOverrides, type Configuration } from '../../engine/application/index.ts';
import { createApiClient, type ApiClient } from './api-client.ts';

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
  readonly servedCalls: readonly string[];
  /** Signed in as the first admin. */
  readonly admin: ApiClient;
  /** Without a session. */
  readonly anonymous: ApiClient;
  /** A client signed in as somebody. */
  signIn(email: string, password: string): Promise<ApiClient>;
  stop(): Promise<void>;
}

const SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789';
let made = 0;

/** Starts the product on SQLite in a temporary folder, or on a MongoDB database of its own (`MONGODB_URL` must be set). */
export async function startServer(options: TestServerOptions): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-api-'));
  const mongodbUrl = options.store === 'mongodb' ? ownDatabase() : undefined;
  const configuration: Configuration = {
    port: 0, host: '127.0.0.1', dataFolder: folder, mongodbUrl, seed: 'none', publicUrl: 'http://localhost', secret: SECRET, smtpUrl: undefined, workers: 1,
    adminEmail: TEST_ADMIN.email, adminPassword: TEST_ADMIN.password, ...options.configuration,
  };
  const { definitionFolders, plugins, clock, openedStore, outboundHttp } = options;
  const clean = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    if (mongodbUrl !== undefined) await dropDatabase(mongodbUrl);
  };
  const application = await composeApplication(configuration, {
    watchdog: false, log: options.log ?? quietLog(),
    ...(openedStore === undefined ? {} : { store: openedStore }), ...(outboundHttp === undefined ? {} : { outboundHttp }),
    ...(definitionFolders === undefined ? {} : { definitionFolders }), ...(plugins === undefined ? {} : { plugins }), ...(clock === undefined ? {} : { clock }),
  }).catch(async (error: unknown) => {
    await clean();
    throw error;
  });
  await application.ensureFirstAdmin();
  const running = await serve(application);
  const signIn = async (email: string, password: string): Promise<ApiClient> => createApiClient(running.url, await tokenOf(running.url, email, password));
  return {
    url: running.url, application, servedCalls: running.server.servedCalls, signIn,
    admin: await signIn(TEST_ADMIN.email, TEST_ADMIN.password),
    anonymous: createApiClient(running.url, undefined),
    stop: async () => {
      await running.stop();
      await clean();
    },
  };
}

async function tokenOf(url: string, email: string, password: string): Promise<string> {
  const { status, body } = await createApiClient(url, undefined).post('/api/users/login', { email, password });
  if (status !== 200) throw new Error(`Sign-in of ${email} answered ${status}: ${JSON.stringify(body)}`);
  return String(body.token);
}

/** The address of `MONGODB_URL` with a database name that no other run has. */
export function ownDatabase(): string {
  const url = process.env['MONGODB_URL'];
  if (url === undefined) throw new Error('MONGODB_URL is not set');
  made += 1;
  return url.replace(/^(mongodb(?:\+srv)?:\/\/[^/]+)\/[^?]*/, `$1/muster_api_${process.pid}_${Date.now().toString(36)}_${made}`);
}

export async function dropDatabase(url: string): Promise<void> {
  const client = await MongoClient.connect(url);
  await client.db().dropDatabase();
  await client.close();
}

/** Says only what went wrong on the server's side, so that a test that fails shows why. */
function quietLog(): NonNullable<CompositionOverrides['log']> {
  const ignore = (): void => undefined;
  return { debug: ignore, info: ignore, warn: ignore, error: (data, text) => console.error(text, data) };
}
