import type { StoredRecord } from '../../../ports/index.ts';
import { BookmarkPages } from './bookmark-pages.ts';
import { CandidateEstimates, MAX_SORTED_ROWS } from './candidate-estimates.ts';
import type { CandidateQuery } from './candidate-query.ts';
import { MAX_ORDER_LENGTH } from '../cache/query-cache.ts';
import type { QueryPlan } from './query-plan.ts';
import { selectFromCandidates, selectRows } from './query-text.ts';
import { readRecord } from './read-record.ts';
import { readInThread, type RowReader } from './row-reader.ts';
import type { Statement } from './statement.ts';
import { ridsOf, sliceOf, type Slice } from './slice.ts';
import { isSmall, type StoreContext } from '../store-context.ts';

/** Maximum number of rows that an index scan reads on the main thread. */
const INDEX_SCAN_ROWS = 3000;
/** Maximum number of rows that are read in one step without an order. */
const MAX_UNORDERED_ROWS = 200;
/** Milliseconds for which other access paths are tried first, after an index scan exceeded its budget. */
const INDEX_SCAN_COOLDOWN = 10_000;
/** From this offset on bookmarks are worth building. */
const DEEP_OFFSET = 400;
/** More rows than this are read by a reader thread. */
const MAX_MAIN_THREAD_ROWS = 2000;

/** How the rows of a query are found; `explain` uses it too. */
export type AccessPath =
  | { readonly kind: 'cached'; readonly rids: Uint32Array }
  | { readonly kind: 'index'; readonly deep: boolean }
  /** No order is requested: few rows that have one of some list elements. */
  | { readonly kind: 'first'; readonly statement: Statement }
  /** All rows are found (by an index, or in a small collection), then sorted. */
  | { readonly kind: 'few'; readonly statement: Statement; readonly isComplete: boolean }
  /** A reader thread reads the whole order, which is then cached. */
  | { readonly kind: 'order'; readonly statement: Statement; readonly isSearch: boolean }
  | { readonly kind: 'scan' };

/** Finds rows in order: on the main thread where an index serves, else in a reader thread with the deadline. */
export class QueryExecutor {
  readonly #context: StoreContext;
  readonly #estimates: CandidateEstimates;
  readonly #pages: BookmarkPages;
  readonly #records: RowReader<StoredRecord>;
  readonly #ids: RowReader<string>;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#records = {
      each: ({ collection }) => `SELECT dv, doc FROM ${collection.documentTable} WHERE rid = ?`,
      parse: readRecord,
      read: ({ collection }, rids) => context.cache.readRecords(collection, rids),
    };
    const each = ({ collection }: QueryPlan): string => `SELECT id FROM ${collection.table} WHERE rid = ?`;
    this.#ids = {
      each,
      parse: ([id]) => String(id),
      read: (plan, rids) => Array.from(rids, (rid) => String(context.connection.first(each(plan), [rid])?.[0])),
    };
    this.#estimates = new CandidateEstimates(context);
    this.#pages = new BookmarkPages(context);
  }

  records(plan: QueryPlan, slice: Slice): StoredRecord[] | Promise<StoredRecord[]> {
    return this.#readRows(plan, slice, this.#records);
  }

  ids(plan: QueryPlan, slice: Slice): string[] | Promise<string[]> {
    if (slice.limit <= MAX_MAIN_THREAD_ROWS || this.#context.cache.getOrder(plan)) return this.#readRows(plan, slice, this.#ids);
    const statement = selectRows(plan, 't.id', 'free', slice.offset, slice.limit);
    const found = this.#context.readers.read({ kind: 'read', statements: [statement], deadline: slice.deadline });
    return found.then(({ results }) => (results[0] ?? []).map(this.#ids.parse));
  }

  /** The row numbers of all matching rows, in order, if they are few or cached; their number is the total as well. */
  findOrder(plan: QueryPlan): Uint32Array | undefined {
    const cached = this.#context.cache.getOrder(plan);
    if (cached || !plan.canCacheOrder) return cached;
    const candidateQuery = this.#estimates.choose(plan, [...plan.filterDrivers, ...plan.accessDrivers]);
    return candidateQuery && this.#fetchAndSort(plan, selectFromCandidates(plan, candidateQuery, 't.rid', 0, Infinity), true);
  }

  /** The access path that a read uses now; `ignoreCache`: as if no order were cached. */
  accessPathOf(plan: QueryPlan, slice: Slice, ignoreCache = false): AccessPath {
    const first = this.#unorderedPath(plan, slice);
    if (first) return first;
    const { cache } = this.#context;
    const rids = ignoreCache ? undefined : cache.getOrder(plan);
    const canCacheOrder = plan.canCacheOrder && cache.isOn;
    if (rids) return { kind: 'cached', rids };
    const canScanIndex =
      plan.indexScan !== undefined &&
      slice.limit <= MAX_MAIN_THREAD_ROWS &&
      performance.now() - plan.indexScanFailedAt > INDEX_SCAN_COOLDOWN;
    const isDirect = canScanIndex && plan.indexScan?.isDirect === true;
    const candidateQuery = this.#estimates.choose(plan, isDirect ? plan.accessDrivers : [...plan.filterDrivers, ...plan.accessDrivers]);
    if (candidateQuery) return this.#fetchAndSortPath(plan, candidateQuery, slice);
    const indexPath: AccessPath = { kind: 'index', deep: slice.offset >= DEEP_OFFSET && canCacheOrder };
    if (isDirect) return indexPath;
    if (isSmall(this.#context, plan.collection)) return canScanIndex ? indexPath : this.#fetchAndSortPath(plan, undefined, slice);
    if (canCacheOrder && !plan.isOrderTooLong) return this.#buildOrderPath(plan);
    return canScanIndex ? indexPath : { kind: 'scan' };
  }

  #readRows<T>(plan: QueryPlan, slice: Slice, reader: RowReader<T>): T[] | Promise<T[]> {
    if (slice.limit <= 0) return [];
    const accessPath = this.accessPathOf(plan, slice);
    switch (accessPath.kind) {
      case 'first':
        return this.#readWithinBudget(INDEX_SCAN_ROWS, plan, slice, accessPath.statement, reader);
      case 'cached':
        return reader.read(plan, sliceOf(accessPath.rids, slice));
      case 'few': {
        const found = this.#fetchAndSort(plan, accessPath.statement, accessPath.isComplete);
        return found ? reader.read(plan, accessPath.isComplete ? sliceOf(found, slice) : found) : this.#scanAll(plan, slice, reader);
      }
      case 'index':
        return this.#scanIndex(plan, slice, accessPath.deep, reader);
      case 'order':
        return this.#readBuiltOrder(plan, slice, accessPath.statement, reader);
      case 'scan':
        return this.#scanAll(plan, slice, reader);
    }
  }

  /** For queries of hooks and checks: without an order there is nothing to estimate and nothing to cache. */
  #unorderedPath(plan: QueryPlan, slice: Slice): AccessPath | undefined {
    if (
      plan.steps.length > 0 ||
      slice.offset > 0 ||
      slice.limit > MAX_UNORDERED_ROWS ||
      performance.now() - plan.indexScanFailedAt <= INDEX_SCAN_COOLDOWN
    )
      return undefined;
    const candidateQuery = plan.filterDrivers.find((one) => one.isElements);
    return candidateQuery && { kind: 'first', statement: selectFromCandidates(plan, candidateQuery, 't.rid', 0, slice.limit) };
  }

  /** Reads a page within a budget of rows, and tells the row numbers; when that fails, other access paths are used for a while. */
  #readWithinBudget<T>(
    max: number,
    plan: QueryPlan,
    slice: Slice,
    { text, params }: Statement,
    reader: RowReader<T>,
    onFound?: (rids: readonly number[]) => void,
  ): T[] | Promise<T[]> {
    const { connection } = this.#context;
    const rows = connection.budget.withinRows(max, () => connection.all(text, params));
    if (rows === undefined) {
      plan.indexScanFailedAt = performance.now();
      return this.#readRows(plan, slice, reader);
    }
    const rids = ridsOf(rows);
    onFound?.(rids);
    return reader.read(plan, rids);
  }

  /** Reads all candidates and caches their order; an order that cannot be cached is read as one page. */
  #fetchAndSortPath(plan: QueryPlan, candidateQuery: CandidateQuery | undefined, slice: Slice): AccessPath {
    const isComplete = plan.canCacheOrder && this.#context.cache.isOn;
    const [offset, limit] = isComplete ? [0, Infinity] : [slice.offset, slice.limit];
    const statement = candidateQuery
      ? selectFromCandidates(plan, candidateQuery, 't.rid', offset, limit)
      : selectRows(plan, 't.rid', 'free', offset, limit);
    return { kind: 'few', statement, isComplete };
  }

  #fetchAndSort(plan: QueryPlan, statement: Statement, isComplete: boolean): Uint32Array | undefined {
    const { connection, cache } = this.#context;
    const mark = cache.beginRead(plan.collection.name);
    const rows = connection.budget.withinRows(MAX_SORTED_ROWS * 4, () => connection.all(statement.text, statement.params));
    if (rows === undefined) return undefined;
    const rids = Uint32Array.from(rows, ([rid]) => Number(rid));
    if (isComplete) cache.setOrder(plan, rids, mark);
    return rids;
  }

  #scanIndex<T>(plan: QueryPlan, slice: Slice, deep: boolean, reader: RowReader<T>): T[] | Promise<T[]> {
    const { cache } = this.#context;
    const cached = cache.getPage(plan, slice);
    cache.countUse(cached !== undefined);
    if (cached) return reader.read(plan, cached);
    const page = deep ? this.#pages.read(plan, slice, reader) : undefined;
    if (page) return page;
    const mark = cache.beginRead(plan.collection.name);
    const statement = selectRows(plan, 't.rid', 'index', slice.offset, slice.limit);
    return this.#readWithinBudget(INDEX_SCAN_ROWS + slice.limit, plan, slice, statement, reader, (rids) =>
      cache.setPage(plan, slice, rids, mark),
    );
  }

  /** Uses a text index if the filter has one, which finds fewer than all rows; other indexes are SQLite's own choice. */
  #buildOrderPath(plan: QueryPlan): AccessPath {
    const candidateQuery = plan.filterDrivers.find((one) => one.isSearch);
    const statement = candidateQuery
      ? selectFromCandidates(plan, candidateQuery, 't.rid', 0, MAX_ORDER_LENGTH + 1)
      : selectRows(plan, 't.rid', 'free', 0, MAX_ORDER_LENGTH + 1);
    return { kind: 'order', statement, isSearch: candidateQuery !== undefined };
  }

  async #readBuiltOrder<T>(plan: QueryPlan, slice: Slice, statement: Statement, reader: RowReader<T>): Promise<T[]> {
    const { cache, versions } = this.#context;
    await cache.share(`order ${plan.orderKey}`, slice.deadline, (deadline) => this.#buildOrder(plan, statement, deadline));
    const page = versions.snapshot(() => {
      const rids = cache.getOrder(plan);
      return rids && reader.read(plan, sliceOf(rids, slice));
    });
    return page ?? this.#scanAll(plan, slice, reader);
  }

  async #buildOrder(plan: QueryPlan, statement: Statement, deadline: number): Promise<void> {
    const { cache, readers, versions } = this.#context;
    const begun = cache.beginRead(plan.collection.name);
    const { position, rids, isLonger } = await readers.order({ kind: 'order', statement, max: MAX_ORDER_LENGTH, deadline });
    plan.isOrderTooLong = isLonger;
    versions.refresh();
    const mark = cache.endRead(plan.collection.name, begun, position);
    if (!isLonger && mark !== undefined) cache.setOrder(plan, rids, mark);
  }

  #scanAll<T>(plan: QueryPlan, slice: Slice, reader: RowReader<T>): Promise<T[]> {
    return readInThread(this.#context, plan, selectRows(plan, 't.rid', 'free', slice.offset, slice.limit), reader, slice.deadline);
  }
}
