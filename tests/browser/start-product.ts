import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  composeApplication,
  runSeed,
  serve,
  type Application,
  type CompositionOverrides,
  type Configuration,
} from '../../engine/application/index.ts';
import type { PluginManifest } from '../../engine/plugin-host/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { TEST_LOOP_DELAY } from '../../engine/testing/start-product.ts';
import { copyPreparedFolder, type PreparedData } from '../support/prepared-data.ts';
import { waitUntilResponsive } from '../support/start-server.ts';
import { buildUi, type UiMode } from './build-ui.ts';
import { makeSmallData, type SmallData } from './small-data.ts';

export const ADMIN = { email: 'admin@muster.test', password: 'Admin-pass1!' } as const;

/** The product including the UI. */
export interface ServedProduct {
  readonly url: string;
  readonly application: Application;
  stop(): Promise<void>;
}

/** The whole product including the UI, with a small data set. */
export interface RunningProduct extends ServedProduct {
  readonly data: SmallData;
}

/** In the prepared folder, next to the product's files: the result of {@link makeSmallData}. */
const DATA_FILE = 'small-data.json';

const PREPARED: PreparedData = {
  key: 'the browser tests',
  make: async ({ dataFolder }) => {
    const application = await compose(dataFolder);
    await application.ensureFirstAdmin();
    writeFileSync(path.join(dataFolder, DATA_FILE), JSON.stringify(await makeSmallData(application)));
    await application.close();
  },
};

/** Number of leads of the demo data in these tests; all else is in proportion. */
const DEMO_SIZE = 120;

const PREPARED_DEMO: PreparedData = {
  key: 'the browser tests with demo data',
  make: async ({ dataFolder }) => {
    const application = await compose(dataFolder);
    await application.ensureFirstAdmin();
    await runSeed(application, { size: DEMO_SIZE });
    await application.close();
  },
};

/** The whole product with the UI and the demo data. */
export async function startDemoProduct(ui: UiMode): Promise<ServedProduct> {
  const folder = makeFolder();
  await copyPreparedFolder(PREPARED_DEMO, folder);
  return serveProduct(await compose(folder), folder, ui);
}

/** Serves the UI with the product on SQLite at a free port. */
export async function startProduct(ui: UiMode): Promise<RunningProduct> {
  return startWith(ui, {});
}

/** The same with other plugins, and a log for their failures. */
export function startWithPlugins(plugins: readonly PluginManifest[], log: LogPort) {
  return (ui: UiMode): Promise<RunningProduct> => startWith(ui, { plugins, log });
}

async function startWith(ui: UiMode, overrides: Pick<CompositionOverrides, 'plugins' | 'log'>): Promise<RunningProduct> {
  const folder = makeFolder();
  await copyPreparedFolder(PREPARED, folder);
  const data = JSON.parse(readFileSync(path.join(folder, DATA_FILE), 'utf8')) as SmallData;
  return { ...(await serveProduct(await compose(folder, {}, overrides), folder, ui)), data };
}

/** The same with an empty folder of definitions and without plugins and data: all that there is are the system definitions. */
export async function startEmptyProduct(ui: UiMode): Promise<ServedProduct> {
  const folder = makeFolder();
  const definitionsFolder = path.join(folder, 'definitions');
  mkdirSync(definitionsFolder);
  const application = await compose(folder, { definitionsFolder, plugins: [] });
  await application.ensureFirstAdmin();
  return serveProduct(application, folder, ui);
}

function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'muster-browser-'));
}

async function serveProduct(application: Application, folder: string, ui: UiMode): Promise<ServedProduct> {
  const uiFolder = await buildUi(ui);
  const running = await serve({ ...application, files: { ...application.files, uiFolder } }, { maxLoopDelay: TEST_LOOP_DELAY });
  await waitUntilResponsive(running.url);
  return {
    url: running.url,
    application,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function compose(
  dataFolder: string,
  configuration: Partial<Configuration> = {},
  overrides: Pick<CompositionOverrides, 'plugins' | 'log'> = {},
): Promise<Application> {
  return composeApplication(
    {
      port: 0,
      host: '127.0.0.1',
      dataFolder,
      mongodbUrl: undefined,
      seed: 'none',
      publicUrl: 'http://127.0.0.1',
      secret: 'a-secret-of-tests-that-is-long-enough-0123456789',
      smtpUrl: undefined,
      workers: 1,
      webhookHosts: ['127.0.0.1'],
      adminEmail: ADMIN.email,
      adminPassword: ADMIN.password,
      ...configuration,
    },
    { watchdog: false, log: { debug: ignore, info: ignore, warn: ignore, error: (data, text) => console.error(text, data) }, ...overrides },
  );
}

function ignore(): void {
  // Only errors are logged.
}
