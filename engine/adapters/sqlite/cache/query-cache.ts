import type { GroupRow, StoredRecord, StoreWrite } from '../../../ports/index.ts';
import type { Connection } from '../file/connection.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import type { Slice } from '../query/slice.ts';
import type { Collection } from '../schema/collection.ts';
import { Bookmarks, type Bookmark, type ScannedBookmarks } from './bookmarks.ts';
import { ChangeLog, type ReadMark } from './change-log.ts';
import { CountCache } from './count-cache.ts';
import { DocumentCache } from './document-cache.ts';
import { GroupCache, type GroupedRead } from './group-cache.ts';
import { MAX_ORDER_LENGTH, OrderCache } from './order-cache.ts';
import { PageCache } from './page-cache.ts';
import { SingleFlight } from './single-flight.ts';

export { MAX_ORDER_LENGTH, type Bookmark, type GroupedRead };

/** Marks a read whose result is not cached. */
const NOT_CACHED: ReadMark = { epoch: -1, next: 0 };

/**
 * Owns all cached results of reads: totals, groups, orders, pages, bookmarks and documents. Queries and writes use nothing else
 * of this folder.
 *
 * Invalidation has one rule. Each commit that reads of this process can see is either reported change by change
 * (`applyChange`), or it empties the cache (`drop`). A cached result has the number of the first change that it does not
 * contain. Before it is returned, the changes from there on are applied to it; if they do not tell what it is now, it is
 * read again.
 *
 * When the cache is off it is empty, accepts no result and logs no change: every read goes to the file.
 */
export class QueryCache {
  readonly #log = new ChangeLog();
  readonly #totals = new CountCache(this.#log);
  readonly #groups = new GroupCache(this.#log);
  readonly #orders: OrderCache;
  readonly #pages = new PageCache(this.#log);
  readonly #bookmarks = new Bookmarks(this.#log);
  readonly #documents: DocumentCache;
  readonly #singleFlight = new SingleFlight();
  #isOn: boolean;
  /** Totals, groups and pages that were served from here, and those that were not. */
  readonly uses = { hits: 0, misses: 0 };

  constructor(connection: Connection, isOn: boolean) {
    this.#orders = new OrderCache(this.#log, connection);
    this.#documents = new DocumentCache(connection);
    this.#isOn = isOn;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  setOn(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.drop();
  }

  /** Counts whether a total, groups or a page were served from here. */
  countUse(isHit: boolean): void {
    if (!this.#isOn) return;
    if (isHit) this.uses.hits += 1;
    else this.uses.misses += 1;
  }

  /** A record was changed by a commit at this position. Called before a read sees the commit, or in the read that sees it first. */
  applyChange(write: StoreWrite, rid: number, position: number): void {
    this.#log.add(write, rid, position);
    this.#documents.remove(write.collection, rid);
  }

  /** Empties the cache: another process committed, or a change was missed. */
  drop(): void {
    this.#log.forget();
    for (const cache of [this.#totals, this.#groups, this.#orders, this.#pages, this.#bookmarks, this.#documents]) cache.clear();
  }

  /** Called before a read whose result may be cached, in the snapshot that it reads or before it. */
  beginRead(collection: string): ReadMark {
    return this.#isOn ? this.#log.watch(collection) : NOT_CACHED;
  }

  /**
   * The mark of a result that a reader thread read at a position of the file; undefined when it cannot be cached. Called when
   * the log contains all commits up to that position.
   */
  endRead(collection: string, mark: ReadMark, position: number): ReadMark | undefined {
    return this.#log.markAfter(collection, mark, position);
  }

  getTotal(plan: QueryPlan): number | undefined {
    return this.#totals.get(plan);
  }

  setTotal(plan: QueryPlan, total: number, mark: ReadMark): void {
    this.#totals.set(plan, total, mark);
  }

  getGroups(read: GroupedRead): readonly GroupRow[] | undefined {
    return this.#groups.get(read);
  }

  setGroups(read: GroupedRead, rows: readonly GroupRow[], mark: ReadMark): void {
    this.#groups.set(read, rows, mark);
  }

  /** The row numbers of all matching rows, in order. */
  getOrder(plan: QueryPlan): Uint32Array | undefined {
    return this.#orders.get(plan);
  }

  /** Caches the total too. */
  setOrder(plan: QueryPlan, rids: Uint32Array, mark: ReadMark): void {
    this.#orders.set(plan, rids, mark);
    this.#totals.set(plan, rids.length, mark);
  }

  getPage(plan: QueryPlan, slice: Slice): readonly number[] | undefined {
    return this.#pages.get(plan, slice);
  }

  setPage(plan: QueryPlan, slice: Slice, rids: readonly number[], mark: ReadMark): void {
    this.#pages.set(plan, slice, rids, mark);
  }

  /** The last bookmark at or before an offset; undefined when the bookmarks do not reach that far. */
  getBookmark(plan: QueryPlan, offset: number): Bookmark | undefined {
    return this.#bookmarks.before(plan, offset);
  }

  /** The last bookmark of an order, from which the next scan continues. */
  getLastBookmark(plan: QueryPlan): Bookmark | undefined {
    return this.#bookmarks.last(plan);
  }

  addBookmarks(plan: QueryPlan, scanned: ScannedBookmarks, mark: ReadMark): void {
    this.#bookmarks.add(plan, scanned, mark);
  }

  /** The records of these rows, from the file where they are not cached; rows that no longer exist are skipped. */
  readRecords(collection: Collection, rids: Iterable<number>): StoredRecord[] {
    return this.#documents.read(collection, rids, this.#isOn);
  }

  /** Runs work whose result is cached; concurrent calls with the same name share it. Throws `filter_too_costly`. */
  share<Result>(name: string, deadline: number, begin: (deadline: number) => Promise<Result>): Promise<Result> {
    return this.#singleFlight.run(name, deadline, begin);
  }
}
