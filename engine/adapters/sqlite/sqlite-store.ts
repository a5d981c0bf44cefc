import { stat } from 'node:fs/promises';
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
  UnitOfWork,
} from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import { findMissingIndexes, hasSchema, withPresentIndexes } from './schema/apply-schema.ts';
import { createCollection } from './schema/collection.ts';
import type { Checkpointer } from './file/checkpointer.ts';
import type { CommitQueue } from './write/commit-queue.ts';
import { findAcross } from './query/find-across.ts';
import { RowCounter, type CountResult } from './query/row-counter.ts';
import type { InsertFeeds } from './query/insert-feeds.ts';
import { createTooCostlyError, explainQuery } from './query/explain-query.ts';
import { QueryExecutor } from './query/query-executor.ts';
import { groupRows } from './query/group-rows.ts';
import { IndexUses } from './query/index-uses.ts';
import type { QueryPlan } from './query/query-plan.ts';
import { readRecord } from './query/read-record.ts';
import type { SearchIndexer } from './search/search-indexer.ts';
import type { Slice } from './query/slice.ts';
import { DEFAULT_DEADLINE, type StoreContext } from './store-context.ts';
import { streamRows } from './query/stream-rows.ts';
import { checkIntegrity } from './file/stored-file.ts';
import { translateError } from './file/translate-error.ts';
import type { WriterSetting } from './threads/writer-protocol.ts';

/** What works beside the store on the same file. */
interface StoreParts {
  readonly queue: CommitQueue;
  readonly search: SearchIndexer;
  readonly feeds: InsertFeeds;
  readonly checkpoints: Checkpointer;
}

/** The store port over an open SQLite file. */
export class SqliteStore implements StorePort {
  readonly capabilities: StoreCapabilities;
  readonly #context: StoreContext;
  readonly #queue: CommitQueue;
  readonly #search: SearchIndexer;
  readonly #feeds: InsertFeeds;
  readonly #checkpoints: Checkpointer;
  readonly #executor: QueryExecutor;
  readonly #counter: RowCounter;
  readonly #indexUses: IndexUses;
  readonly #schemas = new Map<string, CollectionSchema>();
  #commits = 0;
  #commitSeconds = 0;

  constructor(context: StoreContext, parts: StoreParts, capabilities: StoreCapabilities) {
    this.#context = context;
    this.#queue = parts.queue;
    this.#search = parts.search;
    this.#feeds = parts.feeds;
    this.#checkpoints = parts.checkpoints;
    this.#executor = new QueryExecutor(context);
    this.#counter = new RowCounter(context, this.#executor);
    this.#indexUses = new IndexUses(context, parts.queue);
    this.capabilities = capabilities;
  }

  async applySchemas(schemas: readonly CollectionSchema[]): Promise<void> {
    const { connection, isReadOnly } = this.#context;
    if (isReadOnly) return this.#readSchemas(schemas);
    const isComplete = await this.#translateErrors(() => schemas.every((schema) => hasSchema(connection, schema)));
    if (!isComplete) await this.#queue.applySchemas(schemas);
    for (const schema of schemas) this.#context.collections.set(createCollection(schema));
    for (const schema of schemas) this.#schemas.set(schema.name, schema);
    this.#context.planner.clear();
    this.#search.indexPending();
  }

  /** Of a store that is only read: queries use the indexes that are there. */
  async #readSchemas(schemas: readonly CollectionSchema[]): Promise<void> {
    for (const schema of schemas) this.#schemas.set(schema.name, schema);
    await this.#translateErrors(() => this.#reloadIndexes());
  }

  async get(collection: string, ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    try {
      const read = this.#context.connection.statement(this.#context.collections.get(collection).readText);
      return ids.map((id) => {
        const row = read.get(id) as unknown[] | undefined;
        return row && readRecord(row);
      });
    } catch (error) {
      throw translateError(error, this.#context.file);
    }
  }

  find(query: StoreQuery): Promise<readonly StoredRecord[]> {
    return this.#read(query, (plan, slice) => this.#executor.records(plan, slice));
  }

  findAcross(queries: readonly StoreQuery[]): Promise<readonly (readonly StoredRecord[])[]> {
    return this.#retryWithPresentIndexes(() => this.#translateErrors(() => findAcross(this.#context, queries)));
  }

  findIds(query: StoreQuery): Promise<readonly string[]> {
    return this.#read(query, (plan, slice) => this.#executor.ids(plan, slice));
  }

  count(query: Omit<StoreQuery, 'sort' | 'limit' | 'offset'>, options?: CountOptions): Promise<CountResult> {
    return this.#read({ ...query, sort: [], limit: 0 }, (plan, slice) => this.#counter.count(plan, slice.deadline, options));
  }

  page(query: StoreQuery, options?: CountOptions): Promise<StorePage> {
    return this.#read(query, (plan, slice) => {
      const records = this.#executor.records(plan, slice);
      if (records instanceof Promise) return records.then((found) => this.#addTotal(found, plan, slice, options));
      return this.#addTotal(records, plan, slice, options);
    });
  }

  group(query: GroupQuery): Promise<readonly GroupRow[]> {
    return this.#translateErrors(() => groupRows(this.#context, query));
  }

  stream(query: StoreQuery): AsyncIterable<StoredRecord> {
    return streamRows(this.#context, query);
  }

  async commit(unit: UnitOfWork): Promise<CommitResult> {
    this.#assertWritable();
    const startedAt = performance.now();
    try {
      return await this.#queue.commit(unit);
    } finally {
      this.#commits += 1;
      this.#commitSeconds += (performance.now() - startedAt) / 1000;
    }
  }

  async reserveNumbers(sequence: string, count: number, atLeast = 1): Promise<number> {
    this.#assertWritable();
    return this.#queue.reserveNumbers(sequence, count, atLeast);
  }

  /** Throws `store_moved`, `store_read_only`. */
  #assertWritable(): void {
    this.#context.fileWatcher.assertPresent();
    if (this.#context.isReadOnly) throw new MusterError('store_read_only');
  }

  #addTotal(records: readonly StoredRecord[], plan: QueryPlan, slice: Slice, options?: CountOptions): StorePage | Promise<StorePage> {
    const count = this.#context.versions.snapshot(() => this.#counter.count(plan, slice.deadline, options));
    return count instanceof Promise ? count.then((counted) => ({ records, ...counted })) : { records, ...count };
  }

  setQueryCache(isOn: boolean): void {
    this.#context.cache.setOn(isOn);
  }

  async versions(): Promise<{ readonly definitions: number; readonly rights: number }> {
    const { versions, fileWatcher, file } = this.#context;
    try {
      fileWatcher.assertPresent();
      versions.refresh();
      return { definitions: versions.definitions, rights: versions.rights };
    } catch (error) {
      throw translateError(error, file);
    }
  }

  async explain(query: StoreQuery): Promise<readonly PlanStep[]> {
    return this.#translateErrors(() => explainQuery(this.#context, this.#executor, query));
  }

  async indexUses(collections: readonly string[]): Promise<readonly CollectionIndexes[]> {
    const schemas = collections.flatMap((name) => this.#schemas.get(name) ?? []);
    return this.#translateErrors(() => this.#indexUses.read(schemas));
  }

  async watchInserts(collection: string, listener: StoreFeedListener): Promise<StoreFeed> {
    return this.#translateErrors(() => this.#feeds.watchInserts(collection, listener));
  }

  async insertedSince(collection: string, position: string, limit: number): Promise<readonly InsertedDocument[] | undefined> {
    return this.#translateErrors(() => this.#feeds.insertedSince(collection, position, limit));
  }

  onCommit(listener: () => void): () => void {
    return this.#feeds.onCommit(listener);
  }

  /** Reads a setting of the writing connection, after setting it if a value is given: to check durability, and to test faults. */
  writerSetting(setting: WriterSetting, value?: number): Promise<number> {
    return this.#queue.setting(setting, value);
  }

  truncateLog(): Promise<void> {
    return this.#checkpoints.truncate();
  }

  async inspect(): Promise<StoreInspection> {
    const { connection } = this.#context;
    return this.#translateErrors(() => ({
      missing: [...this.#schemas.values()].flatMap((schema) =>
        findMissingIndexes(connection, schema).map(({ keys }) => ({ collection: schema.name, keys })),
      ),
      damages: checkIntegrity(connection.db),
      serverTime: undefined,
    }));
  }

  async measure(): Promise<StoreMeasures> {
    const { cache, file } = this.#context;
    const sizeOf = async (name: string): Promise<number> => (await stat(name).catch(() => undefined))?.size ?? 0;
    const [bytes, logBytes] = await Promise.all([sizeOf(file), sizeOf(`${file}-wal`)]);
    const { hits, misses } = cache.uses;
    return { bytes, logBytes, commits: this.#commits, commitSeconds: this.#commitSeconds, cacheHits: hits, cacheMisses: misses };
  }

  /** Takes the write lock and writes, so that a full disk and a read-only file are detected. */
  async ping(): Promise<void> {
    await this.reserveNumbers('store~ping', 1);
  }

  async close(): Promise<void> {
    this.#context.fileWatcher.stop();
    this.#search.stop();
    this.#feeds.stop();
    this.#checkpoints.stop();
    await this.#queue.close();
    await this.#context.readers.close();
    await this.#translateErrors(() => this.#context.connection.close());
  }

  async #read<T>(query: StoreQuery, run: (plan: QueryPlan, slice: Slice) => T | Promise<T>): Promise<T> {
    const slice = { offset: query.offset ?? 0, limit: query.limit, deadline: query.deadline ?? DEFAULT_DEADLINE };
    const attempt = (): Promise<T> =>
      this.#translateErrors(() => {
        const plan = this.#context.planner.plan(query);
        return this.#context.versions.snapshot(() => run(plan, slice));
      });
    try {
      return await this.#retryWithPresentIndexes(attempt);
    } catch (error) {
      if (error instanceof MusterError && error.code === 'filter_too_costly')
        throw createTooCostlyError(this.#context.collections.get(query.collection), query);
      throw error;
    }
  }

  async #retryWithPresentIndexes<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('no such index')) throw error;
      this.#reloadIndexes();
      return attempt();
    }
  }

  /** Another process published definitions that this one does not have yet, and dropped an index that is not in their schemas. */
  #reloadIndexes(): void {
    for (const schema of this.#schemas.values())
      this.#context.collections.set(withPresentIndexes(this.#context.connection, createCollection(schema)));
    this.#context.planner.clear();
  }

  /** Runs a function and translates the driver's errors. */
  async #translateErrors<T>(run: () => T | Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw translateError(error, this.#context.file);
    }
  }
}
