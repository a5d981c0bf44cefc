import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../adapters/local-files/index.ts';
import { isSqliteStoreOpen } from '../../adapters/sqlite/index.ts';
import { MusterError } from '../../errors/index.ts';
import { BACKUP_NAMES } from './manifest.ts';

/** A folder of this name in the data folder: a restore is moving its parts, or was killed while it did. */
const RESTORING = 'restoring';
/** The parts of a backup before they are moved. */
const INCOMING = 'restore-incoming';
/** Folders of data that were replaced. */
const REPLACED = 'replaced-';

/** Throws `restore_refused` when a restore into this data folder has not ended: then its data are incomplete. */
export function assertNoRestore(dataFolder: string): void {
  if (existsSync(path.join(dataFolder, RESTORING)))
    throw new MusterError('restore_refused', {
      values: { reason: `a restore into ${dataFolder} was interrupted. Repeat it with --replace.` },
    });
}

/** Whether a path is a folder or below it. */
export function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || !(relative.startsWith('..') || path.isAbsolute(relative));
}

/** Throws `restore_refused` when a product uses the data folder, or when it has data that must not be replaced. */
export async function assertCanReplace(dataFolder: string, replaces: boolean): Promise<void> {
  assertNotRunning(dataFolder);
  const present = await listData(dataFolder);
  if (present.length > 0 && !replaces)
    throw new MusterError('restore_refused', {
      values: { reason: `${dataFolder} has data already. With --replace they are moved aside.` },
    });
}

function assertNotRunning(dataFolder: string): void {
  const database = path.join(dataFolder, BACKUP_NAMES.database);
  if (existsSync(database) && isSqliteStoreOpen(database))
    throw new MusterError('restore_refused', { values: { reason: `the product is running on ${dataFolder}. Stop it first.` } });
}

/** What belongs to the data of a data folder: all but earlier data, and what a file system has at its top. */
async function listData(dataFolder: string): Promise<readonly string[]> {
  const names = await readdir(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => !name.startsWith(REPLACED) && name !== INCOMING && name !== 'lost+found');
}

/** Creates the folder for the parts of a backup, in the data folder, so that moving them is a renaming. */
export async function createIncoming(dataFolder: string): Promise<string> {
  const incoming = path.join(dataFolder, INCOMING);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  return incoming;
}

/**
 * Moves the present data aside and the incoming parts to their places. From its first step to its last no product starts on the folder, so
 * that a restore that is killed here can be repeated. Returns the folder of the previous data; undefined when there were none.
 */
export async function moveIncoming(dataFolder: string): Promise<string | undefined> {
  const previous = await listData(dataFolder);
  const restoring = path.join(dataFolder, RESTORING);
  // Left by a restore that was killed: its parts are incomplete, and its earlier steps moved the data aside.
  await rm(restoring, { recursive: true, force: true });
  await rename(path.join(dataFolder, INCOMING), restoring);
  try {
    assertNotRunning(dataFolder);
  } catch (error) {
    await rm(restoring, { recursive: true, force: true });
    throw error;
  }
  const moved = previous.filter((name) => name !== RESTORING);
  const aside = moved.length === 0 ? undefined : await moveAside(dataFolder, moved);
  for (const name of await readdir(restoring)) await rename(path.join(restoring, name), path.join(dataFolder, name));
  await syncFolder(dataFolder);
  await rm(restoring, { recursive: true });
  await syncFolder(dataFolder);
  return aside;
}

async function moveAside(dataFolder: string, names: readonly string[]): Promise<string> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const aside = path.join(dataFolder, `${REPLACED}${time}`);
  await mkdir(aside, { mode: 0o700 });
  for (const name of names) {
    // SQLite removes these when a database is closed.
    if ((await stat(path.join(dataFolder, name)).catch(() => undefined)) === undefined) continue;
    await rename(path.join(dataFolder, name), path.join(aside, name));
  }
  return aside;
}
