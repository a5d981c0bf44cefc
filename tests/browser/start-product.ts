import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { composeApplication, serve, type Application } from '../../engine/application/index.ts';
import { makeSmallData, type SmallData } from './small-data.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));

export const ADMIN = { email: 'admin@muster.test', password: 'Admin-pass1!' } as const;

/** The whole product, UI and all, with a little data. */
export interface RunningProduct {
  readonly url: string;
  readonly application: Application;
  readonly data: SmallData;
  stop(): Promise<void>;
}

/** Builds the UI into a folder of its own and serves it with the product on SQLite at a free port. */
export async function startProduct(): Promise<RunningProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-browser-'));
  const uiFolder = path.join(folder, 'ui');
  await build({ configFile: path.join(top, 'vite.config.ts'), root: path.join(top, 'runtime-ui'), logLevel: 'error', build: { outDir: uiFolder, emptyOutDir: true } });
  const application = await composeApplication({
    port: 0, host: '127.0.0.1', dataFolder: path.join(folder, 'data'), mongodbUrl: undefined, seed: 'none', publicUrl: 'http://127.0.0.1', secret: 'a-secret-of-tests-that-is-long-enough-0123456789',
    smtpUrl: undefined, workers: 1, adminEmail: ADMIN.email, adminPassword: ADMIN.password,
  }, { watchdog: false, log: { debug: ignore, info: ignore, warn: ignore, error: (data, text) => console.error(text, data) } });
  await application.ensureFirstAdmin();
  const data = await makeSmallData(application);
  const running = await serve({ ...application, files: { ...application.files, uiFolder } });
  return {
    url: running.url, application, data,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ignore(): void {
  // Only what goes wrong is of interest here.
}
