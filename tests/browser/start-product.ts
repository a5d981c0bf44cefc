import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { composeApplication, serve, type Application } from '../../engine/application/index.ts';
import { buildUi } from './build-ui.ts';
import { makeSmallData, type SmallData } from './small-data.ts';

export const ADMIN = { email: 'admin@muster.test', password: 'Admin-pass1!' } as const;

/** The whole product, UI and all, with a little data. */
export interface RunningProduct {
  readonly url: string;
  readonly application: Application;
  readonly data: SmallData;
  stop(): Promise<void>;
}

/** Serves the UI with the product on SQLite at a free port; its React complains of what is wrong. */
export async function startProduct(): Promise<RunningProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-browser-'));
  const uiFolder = await buildUi('development');
  const application = await composeApplication({
    port: 0, host: '127.0.0.1', dataFolder: path.join(folder, 'data'), mongodbUrl: undefined, seed: 'none', publicUrl: 'http://127.0.0.1', secret: 'a-secret-of-tests-that-is-long-enough-0123456789',
    smtpUrl: undefined, workers: 1, webhookHosts: ['127.0.0.1'], adminEmail: ADMIN.email, adminPassword: ADMIN.password,
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
