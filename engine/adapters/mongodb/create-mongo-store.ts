import type { StorePort } from '../../ports/index.ts';
import { MongoStore } from './mongo-store.ts';
import { openClient } from './server/open-client.ts';
import { SchemaRegistry } from './schema/schema-registry.ts';
import { withTranslatedErrors } from './server/translate-error.ts';

export interface MongoStoreOptions {
  /** `mongodb://` or `mongodb+srv://` address of a replica set or sharded cluster. */
  readonly url: string;
  /** Default: the one in the address, else `muster`. */
  readonly databaseName?: string;
  /** A relation to more records than this is looked up record by record; default 10,000. */
  readonly relatedLimit?: number;
  /** Whether results of reads are cached at first, see `StorePort.setQueryCache`; default true. */
  readonly queryCache?: boolean;
}

const DEFAULT_RELATED_LIMIT = 10_000;
const NAMED_IN_URL = /^mongodb(?:\+srv)?:\/\/[^/]+\/[^?]+/;

/**
 * Opens a store on MongoDB: majority writes with journal, one retried transaction per unit. Throws `store_refused` (a
 * standalone server; the error contains the command that turns it into a replica set) and `store_unavailable`.
 */
export async function createMongoStore(options: MongoStoreOptions): Promise<StorePort> {
  const client = await openClient(options.url);
  const database = client.db(options.databaseName ?? (NAMED_IN_URL.test(options.url) ? undefined : 'muster'));
  const { version } = (await withTranslatedErrors(() => client.db('admin').command({ buildInfo: 1 }))) as { version: string };
  return new MongoStore({
    client,
    database,
    schemaRegistry: new SchemaRegistry(database),
    version,
    relatedLimit: options.relatedLimit ?? DEFAULT_RELATED_LIMIT,
    queryCache: options.queryCache ?? true,
  });
}
