import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { buildEntries } from './build-entries.ts';
import { buildFolder, databasePrefix } from './run-names.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run for data that test files share; removed at the end. */
    readonly runFolder: string;
    /** Factor for timeouts: how much slower this machine is than the reference machine; at least 1. */
    readonly timeoutFactor: number;
  }
}

/** Seconds for which MongoDB keeps dropped data; restored to its previous value at the end of a run. */
const SNAPSHOT_WINDOW_PARAMETER = 'minSnapshotHistoryWindowInSeconds';

/** A folder given by the caller: later runs use it again, and the caller removes it. */
const GIVEN = process.env['MUSTER_RUN_FOLDER'];

let folder: string | undefined;
let windowBefore: unknown;

/** Creates the folder of the run. Its contents are created by the first file that needs them. */
export async function setup(project: TestProject): Promise<void> {
  if (folder === undefined) {
    folder = GIVEN ?? mkdtempSync(path.join(tmpdir(), 'muster-run-'));
    // Many tests start threads, most of them those of the SQLite store.
    const threads = path.join(buildFolder(folder), 'threads');
    await buildEntries(threads, [
      'engine/adapters/sqlite/threads/reader-thread.ts',
      'engine/adapters/sqlite/threads/writer-thread.ts',
      'engine/files/pdf/merge-pdf-thread.ts',
      'engine/files/thumbnails/thumbnail-thread.ts',
      'plugins/mailbox/server/services/parse-mail-thread.ts',
      'plugins/signing/server/pdf/document-pdf-thread.ts',
    ]);
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

/** Drops the databases of this run: most are released by their test file, the rest were left by files that were aborted. */
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
 * Sets how long MongoDB keeps the files of a dropped database and returns the previous value. A database of the whole
 * product has some 1,400 files, and a run creates and drops many databases: at five minutes each, they would exceed the
 * open-file limit of a process. Undefined without MongoDB, or if the parameter cannot be set.
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
