import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds after which a build by another file of the run has failed. */
const LONGEST = 110_000;

/** 'production' as it is shipped; 'development' with a React that complains of what is wrong. */
export type UiMode = 'production' | 'development';

/** The folder of the UI, with its manifest: built once for all files of a run by the first that asks, while the others wait. */
export async function buildUi(mode: UiMode): Promise<string> {
  const shared = path.join(inject('runFolder'), `ui-${mode}`);
  const folder = path.join(shared, 'files');
  const [done, failed] = [path.join(shared, 'done'), path.join(shared, 'failed')];
  if (!isFirst(shared)) {
    const end = Date.now() + LONGEST;
    while (!existsSync(done)) {
      if (existsSync(failed) || Date.now() > end) throw new Error('The UI could not be built: the file that built it says why');
      await pause(100);
    }
    return folder;
  }
  try {
    // In a process of its own, as `npm run build` does it: within a test React would always be the one for development.
    const vite = path.join(top, 'node_modules/vite/bin/vite.js');
    await promisify(execFile)(process.execPath, [vite, 'build', '--config', 'vite.config.ts', '--outDir', folder, '--emptyOutDir', '--manifest', '--logLevel', 'error'], { cwd: top, env: { ...process.env, NODE_ENV: mode } });
    writeFileSync(done, '');
    return folder;
  } catch (error) {
    writeFileSync(failed, '');
    throw error;
  }
}

/** Making a folder succeeds for one of many. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
