import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';

/**
 * A folder that all files of a run share. The first caller fills it while the others wait. If filling it fails, the
 * next caller tries again.
 * @param name Name of the folder; one folder per name.
 * @param make Fills the folder, which exists and is empty.
 * @throws The error of `make`.
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

/** `mkdir` succeeds for only one of several callers. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
