import type { CollectionShape } from '#engine/model';
import type {
  CommitResult, CountOptions, GroupQuery, GroupRow, InsertedDocument, PlanStep, StoreCapabilities, StoredRecord, StoreFeed, StoreFollower, StorePage, StorePort, StoreQuery, UnitOfWork,
} from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import { hasShape, keepPresentIndexes } from './apply-shape.ts';
import { createCollection } from './collection.ts';
import type { CommitQueue } from './commit-queue.ts';
import { RowCounter, type Count } from './count-rows.ts';
import { nameCostlyKeys } from './costly-keys.ts';
import type { FeedKeeper } from './feed-keeper.ts';
import { explainQuery } from './explain-query.ts';
import { RowFinder } from './find-rows.ts';
import { groupRows } from './group-rows.ts';
import type { QueryPlan } from './query-plan.ts';
import { readRecord } from './read-record.ts';
import type { SearchKeeper } from './search-keeper.ts';
import type { Slice } from './slice.ts';
import { DEFAULT_DEADLINE, type StoreContext } from './store-context.ts';
import { streamRows } from './stream-rows.ts';
import { translateError } from './translate-error.ts';
import type { WriterSetting } from './writer-protocol.ts';

/** The store port over an open SQLite file. */
export class SqliteStore implements StorePort {
  readonly capabilities: StoreCapabilities;
  readonly #context: StoreContext;
  readonly #queue: CommitQueue;
  readonly #search: SearchKeeper;
  readonly #feeds: FeedKeeper;
  readonly #finder: RowFinder;
  readonly #counter: RowCounter;
  readonly #shapes = new Map<string, CollectionShape>();

  constructor(context: StoreContext, queue: CommitQueue, search: SearchKeeper, feeds: FeedKeeper, capabilities: StoreCapabilities) {
    this.#context = context;
    this.#queue = queue;
    this.#search = search;
    this.#feeds = feeds;
    this.#finder = new RowFinder(context);
    this.#counter = new RowCounter(context, this.#finder);
    this.capabilities = capabilities;
  }

  async applyShapes(shapes: readonly CollectionShape[]): Promise<void> {
    const { connection } = this.#context;
    const isComplete = await this.#guard(() => shapes.every((shape) => hasShape(connection, shape)));
    if (!isComplete) await this.#queue.applyShapes(shapes);
    for (const shape of shapes) this.#context.collections.set(createCollection(shape));
    for (const shape of shapes) this.#shapes.set(shape.name, shape);
    this.#context.planner.clear();
    this.#search.catchUp();
  }

  async get(collection: string, ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return this.#guard(() => {
      const { table, documentTable } = this.#context.collections.get(collection);
      const read = this.#context.connection.statement(`SELECT d.dv, d.doc FROM ${table} t CROSS JOIN ${documentTable} d ON d.rid = t.rid WHERE t.id = ?`);
      return ids.map((id) => {
        const row = read.get(id) as unknown[] | undefined;
        return row && readRecord(row);
      });
    });
  }

  find(query: StoreQuery): Promise<readonly StoredRecord[]> {
    return this.#read(query, (plan, slice) => this.#finder.records(plan, slice));
  }

  findIds(query: StoreQuery): Promise<readonly string[]> {
    return this.#read(query, (plan, slice) => this.#finder.ids(plan, slice));
  }

  count(query: Omit<StoreQuery, 'sort' | 'limit' | 'offset'>, options?: CountOptions): Promise<Count> {
    return this.#read({ ...query, sort: [], limit: 0 }, (plan, slice) => this.#counter.count(plan, slice.deadline, options));
  }

  page(query: StoreQuery, options?: CountOptions): Promise<StorePage> {
    return this.#read(query, (plan, slice) => {
      const records = this.#finder.records(plan, slice);
      if (records instanceof Promise) return records.then((found) => this.#addTotal(found, plan, slice, options));
      return this.#addTotal(records, plan, slice, options);
    });
  }

  group(query: GroupQuery): Promise<readonly GroupRow[]> {
    return this.#guard(() => groupRows(this.#context, query));
  }

  stream(query: StoreQuery): AsyncIterable<StoredRecord> {
    return streamRows(this.#context, query);
  }

  async commit(unit: UnitOfWork): Promise<CommitResult> {
    this.#context.watch.assertThere();
    return this.#queue.commit(unit);
  }

  async reserveNumbers(sequence: string, count: number): Promise<number> {
    this.#context.watch.assertThere();
    return this.#queue.reserveNumbers(sequence, count);
  }

  #addTotal(records: readonly StoredRecord[], plan: QueryPlan, slice: Slice, options?: CountOptions): StorePage | Promise<StorePage> {
    const count = this.#context.versions.snapshot(() => this.#counter.count(plan, slice.deadline, options));
    return count instanceof Promise ? count.then((counted) => ({ records, ...counted })) : { records, ...count };
  }

  async versions(): Promise<{ readonly definitions: number; readonly rights: number }> {
    return this.#guard(() => {
      const { versions, watch } = this.#context;
      watch.assertThere();
      versions.look();
      return { definitions: versions.definitions, rights: versions.rights };
    });
  }

  async explain(query: StoreQuery): Promise<readonly PlanStep[]> {
    return this.#guard(() => explainQuery(this.#context, this.#finder, query));
  }

  async follow(collection: string, follower: StoreFollower): Promise<StoreFeed> {
    return this.#guard(() => this.#feeds.follow(collection, follower));
  }

  async insertedSince(collection: string, position: string, limit: number): Promise<readonly InsertedDocument[] | undefined> {
    return this.#guard(() => this.#feeds.insertedSince(collection, position, limit));
  }

  onCommit(listener: () => void): () => void {
    return this.#feeds.onCommit(listener);
  }

  /** Reads a setting of the connection that writes, or sets it first: durability can be looked at, and faults be tried. */
  writerSetting(setting: WriterSetting, value?: number): Promise<number> {
    return this.#queue.setting(setting, value);
  }

  /** Takes the write lock and writes, so that a full disk and a read-only file are noticed. */
  async ping(): Promise<void> {
    await this.reserveNumbers('store~ping', 1);
  }

  async close(): Promise<void> {
    this.#context.watch.stop();
    this.#search.stop();
    this.#feeds.stop();
    await this.#queue.close();
    await this.#context.readers.close();
    await this.#guard(() => this.#context.connection.close());
  }

  async #read<T>(query: StoreQuery, run: (plan: QueryPlan, slice: Slice) => T | Promise<T>): Promise<T> {
    const slice = { offset: query.offset ?? 0, limit: query.limit, deadline: query.deadline ?? DEFAULT_DEADLINE };
    const attempt = (): Promise<T> => this.#guard(() => {
      const plan = this.#context.planner.plan(query);
      return this.#context.versions.snapshot(() => run(plan, slice));
    });
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof MusterError && error.code === 'filter_too_costly') throw nameCostlyKeys(this.#context.collections.get(query.collection), query);
      if (!(error instanceof Error) || !error.message.includes('no such index')) throw error;
      this.#readIndexesAnew();
      return attempt();
    }
  }

  /** Another process published definitions that this one does not have yet, and dropped an index that they do not ask for. */
  #readIndexesAnew(): void {
    for (const shape of this.#shapes.values()) this.#context.collections.set(keepPresentIndexes(this.#context.connection, createCollection(shape)));
    this.#context.planner.clear();
  }

  /** Runs now, and answers the driver's errors as the catalogue's. */
  async #guard<T>(run: () => T | Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw translateError(error, this.#context.file);
    }
  }
}
