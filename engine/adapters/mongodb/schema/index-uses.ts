import { MongoServerError } from 'mongodb';
import type { CollectionSchema } from '#engine/model/compiled';
import type { CollectionIndexes, IndexUse } from '../../../ports/index.ts';
import { indexName } from './apply-schemas.ts';
import type { SchemaRegistry } from './schema-registry.ts';

const UNAUTHORIZED = 13;

/** What `$indexStats` returns of an index, once per shard. */
interface IndexStats {
  readonly name: string;
  readonly host: string;
  readonly accesses: { readonly ops: number; readonly since: Date };
}

/** The indexes of a collection, with the counters of the server. */
export async function readIndexUses(schemaRegistry: SchemaRegistry, schema: CollectionSchema): Promise<CollectionIndexes> {
  const [stats, rows] = await Promise.all([
    readStats(schemaRegistry, schema.name),
    schemaRegistry.collection(schema.name).estimatedDocumentCount(),
  ]);
  const indexes = schema.indexes.map((index): IndexUse => {
    const { keys, unique = false } = index;
    const own = stats?.filter(({ name }) => name === indexName(index)) ?? [];
    if (own.length === 0) return { keys, unique, uses: null };
    return {
      keys,
      unique,
      uses: own.reduce((sum, { accesses }) => sum + Number(accesses.ops), 0),
      counter: own
        .map(({ host, accesses }) => `${host} ${accesses.since.toISOString()}`)
        .sort()
        .join(', '),
    };
  });
  return { collection: schema.name, rows, indexes };
}

/** Undefined when the user of the database may not read them. */
async function readStats(schemaRegistry: SchemaRegistry, name: string): Promise<readonly IndexStats[] | undefined> {
  try {
    return await schemaRegistry
      .collection(name)
      .aggregate<IndexStats>([{ $indexStats: {} }])
      .toArray();
  } catch (error) {
    if (error instanceof MongoServerError && error.code === UNAUTHORIZED) return undefined;
    throw error;
  }
}
