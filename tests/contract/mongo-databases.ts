import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { createMongoStore, type MongoStoreOptions } from '../../engine/adapters/mongodb/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';

/** Databases of one test run, each with a name of its own. */
export interface MongoDatabases {
  /** A store on an empty database. */
  readonly make: (options?: Pick<MongoStoreOptions, 'relatedLimit'>) => Promise<StorePort>;
  /** Another handle on the database of a store. */
  readonly makeSecond: (store: StorePort) => Promise<StorePort>;
  /** The name of a store's database. */
  readonly nameOf: (store: StorePort) => string;
  /** Drops them all. */
  readonly drop: () => Promise<void>;
}

export function createMongoDatabases(url: string): MongoDatabases {
  const names = new Map<StorePort, string>();
  const open = async (databaseName: string, options: Pick<MongoStoreOptions, 'relatedLimit'> = {}): Promise<StorePort> => {
    const store = await createMongoStore({ url, databaseName, ...options });
    names.set(store, databaseName);
    return store;
  };
  const nameOf = (store: StorePort): string => names.get(store) ?? '';
  return {
    make: (options) => open(`muster_test_${randomUUID().slice(0, 8)}`, options),
    makeSecond: (store) => open(nameOf(store)),
    nameOf,
    async drop() {
      const client = await MongoClient.connect(url);
      for (const name of new Set(names.values())) await client.db(name).dropDatabase();
      await client.close();
    },
  };
}
