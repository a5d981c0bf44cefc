import { randomUUID } from 'node:crypto';
import { BSON, MongoClient } from 'mongodb';
import { createMongoStore, type MongoStoreOptions } from '../../engine/adapters/mongodb/index.ts';
import type { StorePort } from '../../engine/ports/index.ts';

const { EJSON } = BSON;

type StoreOptions = Pick<MongoStoreOptions, 'relatedLimit' | 'queryCache'>;

/** The databases of one test run, each with a unique name. */
export interface MongoDatabases {
  /** A store on an empty database. */
  readonly make: (options?: StoreOptions) => Promise<StorePort>;
  /** A second handle on the database of a store. */
  readonly openSecondHandle: (store: StorePort, options?: StoreOptions) => Promise<StorePort>;
  /** The name of a store's database. */
  readonly nameOf: (store: StorePort) => string;
  /** All documents of a store's database, as extended JSON. */
  readonly readRaw: (store: StorePort) => Promise<string>;
  /** Deletes a record without the store. */
  readonly removeRaw: (store: StorePort, collection: string, id: string) => Promise<void>;
  /** Drops all of them. */
  readonly drop: () => Promise<void>;
}

export function createMongoDatabases(url: string): MongoDatabases {
  const names = new Map<StorePort, string>();
  const open = async (databaseName: string, options: StoreOptions = {}): Promise<StorePort> => {
    const store = await createMongoStore({ url, databaseName, ...options });
    names.set(store, databaseName);
    return store;
  };
  const nameOf = (store: StorePort): string => names.get(store) ?? '';
  return {
    make: (options) => open(`muster_test_${randomUUID().slice(0, 8)}`, options),
    openSecondHandle: (store, options) => open(nameOf(store), options),
    nameOf,
    async readRaw(store) {
      const client = await MongoClient.connect(url);
      const database = client.db(nameOf(store));
      const names = (await database.listCollections().toArray()).map(({ name }) => name);
      const lists = await Promise.all(names.map((name) => database.collection(name).find().toArray()));
      await client.close();
      return EJSON.stringify(lists);
    },
    async removeRaw(store, collection, id) {
      const client = await MongoClient.connect(url);
      await client.db(nameOf(store)).collection<{ readonly _id: string }>(collection).deleteOne({ _id: id });
      await client.close();
    },
    async drop() {
      const client = await MongoClient.connect(url);
      for (const name of new Set(names.values())) await client.db(name).dropDatabase();
      await client.close();
    },
  };
}
