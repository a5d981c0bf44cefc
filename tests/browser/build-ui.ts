import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeOnce } from '../support/make-once.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** 'production' as it is shipped; 'uncompressed' the same without compressed files beside its own; 'development' with a React that complains of what is wrong. */
export type UiMode = 'production' | 'uncompressed' | 'development';

/** The folder of the UI, with its manifest, built once a run. */
export function buildUi(mode: UiMode): Promise<string> {
  return makeOnce(`ui-${mode}`, async (folder) => {
    // In a process of its own, as `npm run build` does it: within a test React would always be the one for development.
    const vite = path.join(top, 'node_modules/vite/bin/vite.js');
    const env = { ...process.env, NODE_ENV: mode === 'development' ? 'development' : 'production' };
    await promisify(execFile)(process.execPath, [vite, 'build', '--config', 'vite.config.ts', '--mode', mode, '--outDir', folder, '--emptyOutDir', '--manifest', '--logLevel', 'error'], { cwd: top, env });
  });
}
