import type { Db, MongoClient } from 'mongodb';
import type { CollectionShape } from '#engine/model';
import type { CommitResult, CountOptions, GroupQuery, GroupRow, InsertedDocument, PlanStep, StoreCapabilities, StoredRecord, StoreFeed, StoreFollower, StorePage, StorePort, StoreQuery, UnitOfWork } from '../../ports/index.ts';
import { applyShapes, MOST_INDEXES } from './apply-shapes.ts';
import { ChangeBook } from './change-book.ts';
import { CommitQueue } from './commit-queue.ts';
import { compileGroup, readGroup, type StoredGroup } from './compile-group.ts';
import { explainQuery } from './explain-query.ts';
import { InsertFeed, insertsSince } from './insert-feed.ts';
import { KeptTotals } from './kept-totals.ts';
import { NumberBook } from './number-book.ts';
import { ReadGatherer } from './read-gatherer.ts';
import { compileQuery, DEFAULT_DEADLINE, openCursor, planQuery, type QuerySettings } from './run-query.ts';
import type { ShapeBook } from './shape-book.ts';
import { fromStored } from './stored-document.ts';
import { streamRecords } from './stream-records.ts';
import { translated } from './translate-error.ts';

export interface MongoStoreParts {
  readonly client: MongoClient;
  readonly database: Db;
  readonly book: ShapeBook;
  readonly version: string;
  readonly relatedLimit: number;
}

const MOST_IN_A_BATCH = 1000;
/** From this offset on a page is found by ids first. */
const DEEP = 500;

/** The store port on a MongoDB database. */
export class MongoStore implements StorePort {
  readonly capabilities: StoreCapabilities;
  readonly #parts: MongoStoreParts;
  readonly #settings: QuerySettings;
  readonly #reads: ReadGatherer;
  readonly #numbers: NumberBook;
  readonly #commits: CommitQueue;
  readonly #totals: KeptTotals;
  readonly #listeners = new Set<() => void>();

  constructor(parts: MongoStoreParts) {
    this.#parts = parts;
    this.#settings = { book: parts.book, relatedLimit: parts.relatedLimit };
    this.#reads = new ReadGatherer(parts.book);
    this.#numbers = new NumberBook(parts.book);
    const changes = new ChangeBook(parts.book);
    this.#totals = new KeptTotals(parts.client, changes);
    this.#commits = new CommitQueue(parts.client, this.#settings, changes);
    // Nobody waits for it, and the next start tries again.
    changes.sweep().catch(() => undefined);
    this.capabilities = { product: `MongoDB ${parts.version}`, keepsTotals: true, storesFiles: false, maxIndexesPerCollection: MOST_INDEXES };
  }

  async applyShapes(shapes: readonly CollectionShape[]): Promise<void> {
    await translated(() => applyShapes(this.#parts.database, this.#parts.book, shapes));
  }

  get(collection: string, ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return ids.length === 0 ? Promise.resolve([]) : translated(() => this.#reads.get(collection, ids));
  }

  find(query: StoreQuery): Promise<readonly StoredRecord[]> {
    return translated(() => this.#find(query));
  }

  async #find(query: StoreQuery): Promise<readonly StoredRecord[]> {
    if (query.limit <= 0) return [];
    if ((query.offset ?? 0) >= DEEP && query.limit <= MOST_IN_A_BATCH) return this.#findDeep(query);
    const planned = await planQuery(query, this.#settings, 'records');
    const stored = await openCursor(planned, query, this.#settings, 'records', Math.min(query.limit, MOST_IN_A_BATCH)).toArray();
    return stored.map(fromStored);
  }

  /** The ids come from an index where there is one, so that no skipped record is read. */
  async #findDeep(query: StoreQuery): Promise<readonly StoredRecord[]> {
    const found = await this.get(query.collection, await this.findIds(query));
    return found.filter((record) => record !== undefined);
  }

  findIds(query: StoreQuery): Promise<readonly string[]> {
    return translated(async () => {
      if (query.limit <= 0) return [];
      const planned = await planQuery(query, this.#settings, 'ids');
      const stored = await openCursor(planned, query, this.#settings, 'ids', 100_000).toArray();
      return stored.map((one) => one._id);
    });
  }

  count(query: Omit<StoreQuery, 'sort' | 'limit' | 'offset'>, options?: CountOptions): Promise<{ readonly total: number; readonly totalIsExact: boolean }> {
    return translated(async () => {
      const limit = options?.totalLimit;
      const total = await this.#totals.count(query, this.#settings, limit);
      return limit !== undefined && total > limit ? { total: limit, totalIsExact: false } : { total, totalIsExact: true };
    });
  }

  async page(query: StoreQuery, options?: CountOptions): Promise<StorePage> {
    const [records, counted] = await Promise.all([this.find(query), this.count(query, options)]);
    return { records, ...counted };
  }

  group(query: GroupQuery): Promise<readonly GroupRow[]> {
    return translated(async () => {
      const filter = await compileQuery(query, this.#settings);
      const pipeline = [...filter.stages, { $match: filter.match }, ...compileGroup(query)];
      const groups = await this.#parts.book.collection(query.collection).aggregate<StoredGroup>(pipeline, { maxTimeMS: query.deadline ?? DEFAULT_DEADLINE, allowDiskUse: true }).toArray();
      return groups.map((stored) => readGroup(stored, query));
    });
  }

  stream(query: StoreQuery): AsyncIterable<StoredRecord> {
    return streamRecords(this.#parts.client, query, this.#settings);
  }

  commit(unit: UnitOfWork): Promise<CommitResult> {
    const committing = translated(() => this.#commits.commit(unit));
    if (this.#listeners.size > 0) committing.then(() => this.#listeners.forEach((listen) => listen()), () => undefined);
    return committing;
  }

  follow(collection: string, follower: StoreFollower): Promise<StoreFeed> {
    return translated(() => new InsertFeed(this.#parts.book.collection(collection), follower).start());
  }

  insertedSince(collection: string, position: string, limit: number): Promise<readonly InsertedDocument[] | undefined> {
    return translated(() => insertsSince(this.#parts.book.collection(collection), position, limit));
  }

  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  reserveNumbers(sequence: string, count: number): Promise<number> {
    return translated(() => this.#numbers.reserve(sequence, count));
  }

  versions(): Promise<{ readonly definitions: number; readonly rights: number }> {
    return translated(async () => {
      const stored = await this.#parts.book.meta.findOne({ _id: 'versions' });
      return { definitions: stored?.definitions ?? 0, rights: stored?.rights ?? 0 };
    });
  }

  explain(query: StoreQuery): Promise<readonly PlanStep[]> {
    return translated(() => explainQuery(query, this.#settings));
  }

  ping(): Promise<void> {
    return translated(async () => {
      await this.#parts.book.meta.updateOne({ _id: 'ping' }, { $set: { last: Date.now() } }, { upsert: true });
    });
  }

  close(): Promise<void> {
    return this.#parts.client.close();
  }
}
