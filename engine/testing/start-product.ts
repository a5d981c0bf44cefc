import {
  composeApplication,
  serve,
  type Application,
  type CompositionOverrides,
  type Configuration,
  type RunningServer,
  type ServeOptions,
} from '../application/index.ts';
import { createApiClient } from './api-client.ts';
import { waitUntil } from './wait-until.ts';

/** The first System Admin of a product that a test starts. */
export const TEST_ADMIN = { email: 'admin@muster.test', password: 'Admin-pass1!' } as const;

const SECRET = 'a-secret-of-tests-that-is-long-enough-0123456789';

/** The configuration of a product of a test: its data in a folder or a database, any free port, no demo data. */
export function configureProduct(
  { dataFolder, mongodbUrl }: Pick<Configuration, 'dataFolder'> & Partial<Pick<Configuration, 'mongodbUrl'>>,
  more: Partial<Configuration> = {},
): Configuration {
  return {
    port: 0,
    host: '127.0.0.1',
    dataFolder,
    mongodbUrl,
    seed: 'none',
    publicUrl: 'http://localhost',
    secret: SECRET,
    smtpUrl: undefined,
    workers: 1,
    adminEmail: TEST_ADMIN.email,
    adminPassword: TEST_ADMIN.password,
    ...more,
  };
}

/** How a product of a test is started. */
export interface StartProductOptions extends ServeOptions {
  readonly configuration: Configuration;
  readonly overrides: CompositionOverrides;
  /** Milliseconds to wait for the first response. */
  readonly timeout: number;
}

/** The tests run in the event loop of the product: their own work, such as loading modules, must not count as overload. */
export const TEST_LOOP_DELAY = 20_000;

/** A product of a test: composed, with a first admin, and listening. */
export interface StartedProduct {
  readonly application: Application;
  readonly running: RunningServer;
}

/** Starts the product. The errors are those of `composeApplication` and `serve`; nothing stays open then. */
export async function startProduct({ configuration, overrides, timeout, ...options }: StartProductOptions): Promise<StartedProduct> {
  const application = await composeApplication(configuration, { watchdog: false, ...overrides });
  let running: RunningServer | undefined;
  try {
    await application.ensureFirstAdmin();
    running = await serve(application, { maxLoopDelay: TEST_LOOP_DELAY, ...options });
    await waitUntilResponsive(running.url, timeout);
    return { application, running };
  } catch (error) {
    await (running === undefined ? application.close() : running.stop());
    throw error;
  }
}

/**
 * Waits until a server accepts requests: after its event loop was blocked, for example at start, it rejects requests as
 * too busy for a moment, but not those for its health.
 */
export async function waitUntilResponsive(url: string, timeout: number): Promise<void> {
  const isResponsive = async (): Promise<boolean> => (await createApiClient(url, undefined).get('/api/public-settings')).status === 200;
  await waitUntil(isResponsive, { timeout, what: 'The first response of the server' });
}
