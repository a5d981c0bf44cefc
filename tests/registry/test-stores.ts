import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'vitest';
import { readService } from '#tests/support';
import { createSqliteStore } from '../../engine/adapters/sqlite/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';
import { createMongoDatabases } from '../contract/mongo-databases.ts';

/** An empty database for one test, with definitions that the test may change. */
export interface TestStores {
  /** A writable folder for the test; its definitions are in `definitions`. */
  readonly folder: string;
  readonly definitions: string;
  /** Opens a handle, as in another process. */
  open(): Promise<StorePort>;
  /** Closes all handles and deletes all data. */
  end(): Promise<void>;
}

/** Runs a suite on a SQLite file, and on a MongoDB replica set if one is available. */
export function describeOnStores(name: string, suite: (make: () => Promise<TestStores>) => void): void {
  describe(`${name} on SQLite`, () => suite(makeSqlite));
  const url = readService('MONGODB_URL', `${name} on MongoDB`);
  if (url !== undefined) describe(`${name} on MongoDB`, () => suite(() => makeMongo(url)));
}

/** A SQLite file. */
export async function makeSqlite(): Promise<TestStores> {
  const files = await copyDefinitions();
  const stores: StorePort[] = [];
  return {
    ...files,
    open: async () => track(stores, await createSqliteStore({ file: path.join(files.folder, 'muster.db') })),
    end: async () => {
      await closeAll(stores);
      await rm(files.folder, { recursive: true });
    },
  };
}

async function makeMongo(url: string): Promise<TestStores> {
  const files = await copyDefinitions();
  const databases = createMongoDatabases(url);
  const stores: StorePort[] = [];
  return {
    ...files,
    open: async () => track(stores, stores[0] ? await databases.openSecondHandle(stores[0]) : await databases.make()),
    end: async () => {
      await closeAll(stores);
      await databases.drop();
      await rm(files.folder, { recursive: true });
    },
  };
}

async function copyDefinitions(): Promise<{ readonly folder: string; readonly definitions: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-'));
  const definitions = path.join(folder, 'definitions');
  await cp('tests/fixtures/definitions', definitions, { recursive: true });
  return { folder, definitions };
}

function track(stores: StorePort[], store: StorePort): StorePort {
  stores.push(store);
  return store;
}

async function closeAll(stores: readonly StorePort[]): Promise<void> {
  for (const store of stores) await store.close();
}
