import type { Db, MongoClient } from 'mongodb';
import type { CollectionSchema } from '#engine/model/compiled';
import type {
  CollectionIndexes,
  CommitResult,
  CountOptions,
  GroupQuery,
  GroupRow,
  InsertedDocument,
  PlanStep,
  StoreCapabilities,
  StoredRecord,
  StoreFeed,
  StoreFeedListener,
  StoreInspection,
  StoreMeasures,
  StorePage,
  StorePort,
  StoreQuery,
  StoreVersions,
  UnitOfWork,
} from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import { BookmarkPages } from './query/bookmark-pages.ts';
import { compileQuery, DEFAULT_DEADLINE, type QueryContext } from './query/plan-query.ts';
import { readQuery, scanDeepPage } from './query/read-query.ts';
import { readIndexUses } from './schema/index-uses.ts';
import { applySchemas, findMissingIndexes, readSchemas, MAX_INDEXES_PER_COLLECTION } from './schema/apply-schemas.ts';
import { CommitQueue } from './write/commit-queue.ts';
import { compileGroup, readGroup, type StoredGroup } from './query/compile-group.ts';
import { explainQuery } from './query/explain-query.ts';
import { findAcross } from './query/find-across.ts';
import { InsertFeed, insertsSince } from './query/insert-feed.ts';
import { QueryCache } from './cache/query-cache.ts';
import { Sequences } from './write/sequences.ts';
import { RecordLoader } from './query/record-loader.ts';
import { SchemaRegistry } from './schema/schema-registry.ts';
import { fromStored } from './schema/stored-document.ts';
import { SharedRead } from './query/shared-read.ts';
import { streamRecords } from './query/stream-records.ts';
import { withTranslatedErrors } from './server/translate-error.ts';
import { openClient } from './server/open-client.ts';

interface MongoStoreParts {
  readonly client: MongoClient;
  readonly database: Db;
  readonly schemaRegistry: SchemaRegistry;
  readonly version: string;
  readonly relatedLimit: number;
  readonly queryCache: boolean;
  readonly isReadOnly: boolean;
}

const MAX_BATCH_SIZE = 1000;
/** From this offset on the ids of a page are read first. */
const DEEP_OFFSET = 500;

/** The store port on a MongoDB database. */
class MongoStore implements StorePort {
  readonly capabilities: StoreCapabilities;
  readonly #parts: MongoStoreParts;
  readonly #context: QueryContext;
  readonly #recordLoader: RecordLoader;
  readonly #sequences: Sequences;
  readonly #commits: CommitQueue;
  readonly #cache: QueryCache;
  readonly #bookmarkPages: BookmarkPages;
  readonly #versions: SharedRead<StoreVersions>;
  readonly #listeners = new Set<() => void>();
  readonly #schemas = new Map<string, CollectionSchema>();
  #commitCount = 0;
  #commitSeconds = 0;

  constructor(parts: MongoStoreParts) {
    this.#parts = parts;
    this.#context = { schemaRegistry: parts.schemaRegistry, relatedLimit: parts.relatedLimit };
    this.#recordLoader = new RecordLoader(parts.schemaRegistry);
    this.#sequences = new Sequences(parts.schemaRegistry);
    this.#cache = new QueryCache(parts.client, parts.schemaRegistry, parts.queryCache);
    if (!parts.isReadOnly) this.#cache.deleteOldMarkers();
    this.#commits = new CommitQueue(parts.client, this.#context, this.#cache);
    this.#bookmarkPages = new BookmarkPages(parts.client, this.#cache);
    this.#versions = new SharedRead(() => this.#readVersions());
    this.capabilities = {
      product: `MongoDB ${parts.version}`,
      cachesCounts: true,
      storesFiles: false,
      maxIndexesPerCollection: MAX_INDEXES_PER_COLLECTION,
    };
  }

  async applySchemas(schemas: readonly CollectionSchema[]): Promise<void> {
    const { database, schemaRegistry, isReadOnly } = this.#parts;
    await withTranslatedErrors(() => (isReadOnly ? readSchemas(schemaRegistry, schemas) : applySchemas(database, schemaRegistry, schemas)));
    for (const schema of schemas) this.#schemas.set(schema.name, schema);
    this.#bookmarkPages.reset();
  }

  get(collection: string, ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return ids.length === 0 ? Promise.resolve([]) : withTranslatedErrors(() => this.#recordLoader.get(collection, ids));
  }

  find(query: StoreQuery): Promise<readonly StoredRecord[]> {
    return withTranslatedErrors(() => this.#find(query));
  }

  async #find(query: StoreQuery): Promise<readonly StoredRecord[]> {
    if (query.limit <= 0) return [];
    if ((query.offset ?? 0) >= DEEP_OFFSET && query.limit <= MAX_BATCH_SIZE) return this.#findDeep(query);
    const batchSize = Math.min(query.limit, MAX_BATCH_SIZE);
    return (await readQuery(this.#parts.client, query, this.#context, 'records', batchSize)).map(fromStored);
  }

  async #findDeep(query: StoreQuery): Promise<readonly StoredRecord[]> {
    const stored = (await this.#bookmarkPages.read(query, this.#context)) ?? (await scanDeepPage(this.#parts.client, query, this.#context));
    return stored.map(fromStored);
  }

  findAcross(queries: readonly StoreQuery[]): Promise<readonly (readonly StoredRecord[])[]> {
    return withTranslatedErrors(() => findAcross(queries, this.#context));
  }

  findIds(query: StoreQuery): Promise<readonly string[]> {
    return withTranslatedErrors(async () => {
      if (query.limit <= 0) return [];
      return (await readQuery(this.#parts.client, query, this.#context, 'ids', 100_000)).map((one) => one._id);
    });
  }

  count(
    query: Omit<StoreQuery, 'sort' | 'limit' | 'offset'>,
    options?: CountOptions,
  ): Promise<{ readonly total: number; readonly totalIsExact: boolean }> {
    return withTranslatedErrors(async () => {
      const limit = options?.totalLimit;
      const total = await this.#cache.count(query, this.#context, limit);
      return limit !== undefined && total > limit ? { total: limit, totalIsExact: false } : { total, totalIsExact: true };
    });
  }

  async page(query: StoreQuery, options?: CountOptions): Promise<StorePage> {
    const [records, counted] = await Promise.all([this.find(query), this.count(query, options)]);
    return { records, ...counted };
  }

  group(query: GroupQuery): Promise<readonly GroupRow[]> {
    return withTranslatedErrors(async () => {
      const filter = await compileQuery(query, this.#context);
      const pipeline = [...filter.stages, { $match: filter.match }, ...compileGroup(query)];
      const groups = await this.#parts.schemaRegistry
        .collection(query.collection)
        .aggregate<StoredGroup>(pipeline, { maxTimeMS: query.deadline ?? DEFAULT_DEADLINE, allowDiskUse: true })
        .toArray();
      return groups.map((stored) => readGroup(stored, query));
    });
  }

  stream(query: StoreQuery): AsyncIterable<StoredRecord> {
    return streamRecords(this.#parts.client, query, this.#context);
  }

  commit(unit: UnitOfWork): Promise<CommitResult> {
    if (this.#parts.isReadOnly) return Promise.reject(new MusterError('store_read_only'));
    const startedAt = performance.now();
    const committing = withTranslatedErrors(() => this.#commits.commit(unit)).finally(() => {
      this.#commitCount += 1;
      this.#commitSeconds += (performance.now() - startedAt) / 1000;
    });
    if (this.#listeners.size > 0)
      committing.then(
        () => this.#listeners.forEach((listen) => listen()),
        () => undefined,
      );
    return committing;
  }

  indexUses(collections: readonly string[]): Promise<readonly CollectionIndexes[]> {
    const schemas = collections.flatMap((name) => this.#schemas.get(name) ?? []);
    return withTranslatedErrors(() => Promise.all(schemas.map((schema) => readIndexUses(this.#parts.schemaRegistry, schema))));
  }

  watchInserts(collection: string, listener: StoreFeedListener): Promise<StoreFeed> {
    return withTranslatedErrors(() => new InsertFeed(this.#parts.schemaRegistry.collection(collection), listener).start());
  }

  insertedSince(collection: string, position: string, limit: number): Promise<readonly InsertedDocument[] | undefined> {
    return withTranslatedErrors(() => insertsSince(this.#parts.schemaRegistry.collection(collection), position, limit));
  }

  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  reserveNumbers(sequence: string, count: number, atLeast = 1): Promise<number> {
    if (this.#parts.isReadOnly) return Promise.reject(new MusterError('store_read_only'));
    return withTranslatedErrors(() => this.#sequences.reserve(sequence, count, atLeast));
  }

  setQueryCache(isOn: boolean): void {
    this.#cache.setOn(isOn);
  }

  /** MongoDB limits the size of its journal itself. */
  async truncateLog(): Promise<void> {}

  versions(): Promise<StoreVersions> {
    return withTranslatedErrors(() => this.#versions.read());
  }

  async #readVersions(): Promise<StoreVersions> {
    const stored = await this.#parts.schemaRegistry.meta.findOne({ _id: 'versions' });
    return { definitions: stored?.definitions ?? 0, rights: stored?.rights ?? 0 };
  }

  explain(query: StoreQuery): Promise<readonly PlanStep[]> {
    return withTranslatedErrors(() => explainQuery(query, this.#context));
  }

  inspect(): Promise<StoreInspection> {
    const { client, database, schemaRegistry } = this.#parts;
    return withTranslatedErrors(async () => {
      const missing = await findMissingIndexes(database, schemaRegistry, this.#schemas.values());
      const { localTime } = (await client.db('admin').command({ hello: 1 })) as { readonly localTime?: Date };
      return { missing, damages: undefined, serverTime: localTime?.getTime() };
    });
  }

  measure(): Promise<StoreMeasures> {
    return withTranslatedErrors(async () => {
      const { storageSize, indexSize } = (await this.#parts.database.command({ dbStats: 1 })) as {
        readonly storageSize?: number;
        readonly indexSize?: number;
      };
      const { hits, misses } = this.#cache.uses;
      return {
        bytes: Number(storageSize ?? 0) + Number(indexSize ?? 0),
        logBytes: undefined,
        commits: this.#commitCount,
        commitSeconds: this.#commitSeconds,
        cacheHits: hits,
        cacheMisses: misses,
      };
    });
  }

  ping(): Promise<void> {
    return withTranslatedErrors(async () => {
      await this.#parts.schemaRegistry.meta.updateOne({ _id: 'ping' }, { $set: { last: Date.now() } }, { upsert: true });
    });
  }

  close(): Promise<void> {
    return this.#parts.client.close();
  }
}

export interface MongoStoreOptions {
  /** `mongodb://` or `mongodb+srv://` address of a replica set or sharded cluster. */
  readonly url: string;
  /** Default: the one in the address, else `muster`. */
  readonly databaseName?: string;
  /** A relation to more records than this is looked up record by record; default 10,000. */
  readonly relatedLimit?: number;
  /** Whether results of reads are cached at first, see `StorePort.setQueryCache`; default true. */
  readonly queryCache?: boolean;
  /**
   * Nothing is created or written: `applySchemas` only tells what is read, writes reject with `store_read_only`. Default false.
   */
  readonly isReadOnly?: boolean;
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
    isReadOnly: options.isReadOnly ?? false,
  });
}
