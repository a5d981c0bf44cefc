import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { buildEntries } from './build-entries.ts';
import { buildFolder, databasePrefix } from './run-names.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run for what its files share, removed at its end. */
    readonly runFolder: string;
    /** How many times as long something may take here as on the machine for which bounds are meant; at least 1. */
    readonly timeoutFactor: number;
  }
}

/** Seconds for which MongoDB keeps what was dropped; what it does by default stands in its place at the end of a run. */
const SNAPSHOT_WINDOW_PARAMETER = 'minSnapshotHistoryWindowInSeconds';

/** A folder that is used again by later runs, and removed by who gave it. */
const GIVEN = process.env['MUSTER_RUN_FOLDER'];

let folder: string | undefined;
let windowBefore: unknown;

/** Gives the run a folder. What is in it is made by the first file that needs it. */
export async function setup(project: TestProject): Promise<void> {
  if (folder === undefined) {
    folder = GIVEN ?? mkdtempSync(path.join(tmpdir(), 'muster-run-'));
    // Many tests start the threads of the SQLite store.
    const threads = path.join(buildFolder(folder), 'threads');
    await buildEntries(threads, ['reader-thread', 'writer-thread'].map((name) => `engine/adapters/sqlite/${name}.ts`));
    process.env['MUSTER_BUILT_THREADS'] = threads;
    windowBefore = await setSnapshotWindow(0);
  }
  project.provide('runFolder', folder);
}

/** Called once for each project that was set up. */
export async function teardown(): Promise<void> {
  if (folder === undefined) return;
  await dropDatabases(databasePrefix(folder));
  if (GIVEN === undefined) for (const one of [buildFolder(folder), folder]) rmSync(one, { recursive: true, force: true });
  folder = undefined;
  if (windowBefore !== undefined) await setSnapshotWindow(windowBefore);
}

/** Removes the databases of this run: files give theirs back, or were ended before they could. */
async function dropDatabases(prefix: string): Promise<void> {
  const url = process.env['MONGODB_URL'];
  if (url === undefined || url === '') return;
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5000 });
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}

/**
 * Sets how long MongoDB holds the files of a database that was dropped, and answers what it was. A database of the whole
 * product has some 1,400 of them, and a run makes and drops one after the other: for five minutes each, they would be more
 * than a process may have open. Undefined where there is no MongoDB, or it is not ours to set.
 */
async function setSnapshotWindow(seconds: unknown): Promise<unknown> {
  const url = process.env['MONGODB_URL'];
  if (url === undefined || url === '') return undefined;
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5000 });
  try {
    const { was } = await client.db('admin').command({ setParameter: 1, [SNAPSHOT_WINDOW_PARAMETER]: seconds });
    return was as unknown;
  } catch (error) {
    console.warn(`MongoDB keeps the files of dropped databases as long as it did: ${(error as Error).message}`);
    return undefined;
  } finally {
    await client.close();
  }
}
