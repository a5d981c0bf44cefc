import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeOnce } from '../support/make-once.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** 'production' as it is shipped; 'uncompressed' the same without compressed files; 'development' with a React build that logs warnings. */
export type UiMode = 'production' | 'uncompressed' | 'development';

/** The folder of the UI with its manifest, built once per run. */
export function buildUi(mode: UiMode): Promise<string> {
  return makeOnce(`ui-${mode}`, async (folder) => {
    // In its own process, like `npm run build`: within a test, React would always be the development build.
    const vite = path.join(top, 'node_modules/vite/bin/vite.js');
    const env = { ...process.env, NODE_ENV: mode === 'development' ? 'development' : 'production' };
    await promisify(execFile)(
      process.execPath,
      [
        vite,
        'build',
        '--config',
        'vite.config.ts',
        '--mode',
        mode,
        '--outDir',
        folder,
        '--emptyOutDir',
        '--manifest',
        '--logLevel',
        'error',
      ],
      { cwd: top, env },
    );
  });
}
