import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { MongoClient, type Document, type Db } from 'mongodb';
import { inject } from 'vitest';
import { dropDatabase, nameDatabase } from '../../engine/testing/test-database.ts';
import { makeOnce } from './make-once.ts';
import { databasePrefix } from './run-names.ts';

export { dropDatabase };

/** The data after the first start of the product. */
export interface PreparedData {
  /** A unique key of the definitions and plugins. */
  readonly key: string;
  /** Starts the product on an empty folder or database, and stops it again. */
  readonly make: (place: { readonly dataFolder: string; readonly mongodbUrl?: string }) => Promise<void>;
}

interface PreparedDatabase {
  readonly url: string;
  /** The documents of each collection after the first start. */
  readonly documents: ReadonlyMap<string, readonly Document[]>;
}

/** Unused databases by {@link PreparedData.key}. A worker keeps them for its next file. */
const free = new Map<string, PreparedDatabase[]>();
let made = 0;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Copies prepared data into an empty folder. They are created once per run. */
export async function copyPreparedFolder(data: PreparedData, folder: string): Promise<void> {
  cpSync(await makeOnce(`data-${hashOf(data.key)}`, (dataFolder) => data.make({ dataFolder })), folder, { recursive: true });
}

/** The address of `MONGODB_URL` with the name of a new database, which is removed at the end of the run. */
export function makeDatabaseUrl(): string {
  const url = process.env['MONGODB_URL'];
  if (url === undefined) throw new Error('MONGODB_URL is not set');
  made += 1;
  return nameDatabase(url, `${databasePrefix(inject('runFolder'))}${process.pid}_${made}`);
}

/** Acquires a database with prepared data. The returned release function resets it to that data for the next test. */
export async function acquirePreparedDatabase(
  data: PreparedData,
  dataFolder: string,
): Promise<{ readonly url: string; readonly release: () => Promise<void> }> {
  const database = free.get(data.key)?.pop() ?? (await makeDatabase(data, dataFolder));
  return {
    url: database.url,
    release: async () => {
      await withDatabase(database.url, (db) => restore(db, database.documents));
      free.set(data.key, [...(free.get(data.key) ?? []), database]);
    },
  };
}

async function makeDatabase(data: PreparedData, dataFolder: string): Promise<PreparedDatabase> {
  const url = makeDatabaseUrl();
  await data.make({ dataFolder, mongodbUrl: url });
  const documents = await withDatabase(url, async (db) => {
    const names = await listNames(db);
    return new Map(await Promise.all(names.map(async (name) => [name, await db.collection(name).find().toArray()] as const)));
  });
  return { url, documents };
}

/** Indexes remain: the next start creates missing ones and drops unused ones. */
async function restore(db: Db, documents: PreparedDatabase['documents']): Promise<void> {
  await Promise.all(
    (await listNames(db)).map(async (name) => {
      const cached = documents.get(name);
      if (cached === undefined) return db.collection(name).drop();
      await db.collection(name).deleteMany({});
      if (cached.length > 0) await db.collection(name).insertMany([...cached]);
      return true;
    }),
  );
}

async function listNames(db: Db): Promise<string[]> {
  return (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).filter((name) => !name.startsWith('system.'));
}

async function withDatabase<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const client = await MongoClient.connect(url);
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}
