import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';

/**
 * A folder that all files of a run share: filled by the first that asks for it, while the others wait. Where filling it
 * fails, the next that asks tries anew.
 * @param name What is in it; one folder a name.
 * @param make Fills the folder, which is there and empty.
 * @throws What `make` throws.
 */
export async function makeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const shared = path.join(inject('runFolder'), name);
  const folder = path.join(shared, 'files');
  const done = path.join(shared, 'done');
  while (!isFirst(shared)) {
    if (existsSync(done)) return folder;
    await pause(50);
  }
  try {
    mkdirSync(folder);
    await make(folder);
    writeFileSync(done, '');
    return folder;
  } catch (error) {
    rmSync(shared, { recursive: true, force: true });
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
