import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder of this run for what its files share, removed at its end. */
    readonly runFolder: string;
    /** How many times as long something may take here as on the machine for which bounds are meant; at least 1. */
    readonly stretch: number;
  }
}

/** Seconds for which MongoDB keeps what was dropped; what it does by default stands in its place at the end of a run. */
const KEPT_AFTER_DROP = 'minSnapshotHistoryWindowInSeconds';

let folder: string | undefined;
let keptBefore: unknown;

/** Gives the run a folder. What lies in it is made by the first file that needs it. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), 'muster-run-'));
  project.provide('runFolder', folder);
  keptBefore = await keepAfterDrop(0);
}

export async function teardown(): Promise<void> {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  if (keptBefore !== undefined) await keepAfterDrop(keptBefore);
}

/**
 * Sets how long MongoDB holds the files of a database that was dropped, and answers what it was. A database of the whole
 * product has some 1,400 of them, and a run makes and drops one after the other: for five minutes each, they would be more
 * than a process may have open. Undefined where there is no MongoDB, or it is not ours to set.
 */
async function keepAfterDrop(seconds: unknown): Promise<unknown> {
  const url = process.env['MONGODB_URL'];
  if (url === undefined || url === '') return undefined;
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5000 });
  try {
    const { was } = await client.db('admin').command({ setParameter: 1, [KEPT_AFTER_DROP]: seconds });
    return was as unknown;
  } catch (error) {
    console.warn(`MongoDB keeps the files of dropped databases as long as it did: ${(error as Error).message}`);
    return undefined;
  } finally {
    await client.close();
  }
}
