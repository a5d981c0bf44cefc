import type { StoredRecord } from '../../../ports/index.ts';
import { BookmarkPages } from './bookmark-pages.ts';
import { CandidateEstimates, MAX_SORTED_ROWS } from './candidate-estimates.ts';
import type { CandidateQuery } from './candidate-query.ts';
import { MAX_ORDER_LENGTH } from '../cache/query-cache.ts';
import type { QueryPlan } from './query-plan.ts';
import { selectFromCandidates, selectRows } from './query-text.ts';
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

type Rids = Iterable<number>;

/** Finds rows in order: on the main thread where an index serves, else in a reader thread with the deadline. */
export class QueryExecutor {
  readonly #context: StoreContext;
  readonly #estimates: CandidateEstimates;
  readonly #pages: BookmarkPages;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#estimates = new CandidateEstimates(context);
    this.#pages = new BookmarkPages(context);
  }

  records(plan: QueryPlan, slice: Slice): StoredRecord[] | Promise<StoredRecord[]> {
    const { cache, versions } = this.#context;
    const rids = this.#rows(plan, slice);
    if (rids instanceof Promise) return rids.then((found) => versions.snapshot(() => cache.readRecords(plan.collection, found)));
    return cache.readRecords(plan.collection, rids);
  }

  async ids(plan: QueryPlan, slice: Slice): Promise<string[]> {
    const { connection, readers } = this.#context;
    const cached = this.#context.cache.getOrder(plan);
    if (slice.limit > MAX_MAIN_THREAD_ROWS && !cached) {
      const statement = selectRows(plan, 't.id', 'free', slice.offset, slice.limit);
      return ((await readers.read({ kind: 'read', statements: [statement], deadline: slice.deadline })).results[0] ?? []).map(([id]) =>
        String(id),
      );
    }
    const read = connection.statement(`SELECT id FROM ${plan.collection.table} WHERE rid = ?`);
    const ids: string[] = [];
    for (const rid of await this.#rows(plan, slice)) {
      const row = read.get(rid) as unknown[] | undefined;
      if (row) ids.push(String(row[0]));
    }
    return ids;
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

  #rows(plan: QueryPlan, slice: Slice): Rids | Promise<Rids> {
    if (slice.limit <= 0) return [];
    const accessPath = this.accessPathOf(plan, slice);
    switch (accessPath.kind) {
      case 'first':
        return this.#readWithinBudget(INDEX_SCAN_ROWS, plan, slice, accessPath.statement);
      case 'cached':
        return sliceOf(accessPath.rids, slice);
      case 'few': {
        const found = this.#fetchAndSort(plan, accessPath.statement, accessPath.isComplete);
        return found ? (accessPath.isComplete ? sliceOf(found, slice) : found) : this.#scanAll(plan, slice);
      }
      case 'index':
        return this.#scanIndex(plan, slice, accessPath.deep);
      case 'order':
        return this.#findInBuiltOrder(plan, slice, accessPath.statement);
      case 'scan':
        return this.#scanAll(plan, slice);
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

  /** Reads a page within a budget of rows; when that fails, other access paths are used for a while. */
  #readWithinBudget(max: number, plan: QueryPlan, slice: Slice, { text, params }: Statement): Rids | Promise<Rids> {
    const { connection } = this.#context;
    const rows = connection.budget.withinRows(max, () => connection.all(text, params));
    if (rows) return ridsOf(rows);
    plan.indexScanFailedAt = performance.now();
    return this.#rows(plan, slice);
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

  #scanIndex(plan: QueryPlan, slice: Slice, deep: boolean): Rids | Promise<Rids> {
    const { cache } = this.#context;
    const cached = cache.getPage(plan, slice);
    cache.countUse(cached !== undefined);
    if (cached) return cached;
    const mark = cache.beginRead(plan.collection.name);
    const found =
      (deep ? this.#pages.rows(plan, slice) : undefined) ??
      this.#readWithinBudget(INDEX_SCAN_ROWS + slice.limit, plan, slice, selectRows(plan, 't.rid', 'index', slice.offset, slice.limit));
    if (Array.isArray(found)) cache.setPage(plan, slice, found, mark);
    return found;
  }

  /** Uses a text index if the filter has one, which finds fewer than all rows; other indexes are SQLite's own choice. */
  #buildOrderPath(plan: QueryPlan): AccessPath {
    const candidateQuery = plan.filterDrivers.find((one) => one.isSearch);
    const statement = candidateQuery
      ? selectFromCandidates(plan, candidateQuery, 't.rid', 0, MAX_ORDER_LENGTH + 1)
      : selectRows(plan, 't.rid', 'free', 0, MAX_ORDER_LENGTH + 1);
    return { kind: 'order', statement, isSearch: candidateQuery !== undefined };
  }

  async #findInBuiltOrder(plan: QueryPlan, slice: Slice, statement: Statement): Promise<Rids> {
    await this.#context.cache.share(`order ${plan.orderKey}`, slice.deadline, (deadline) => this.#buildOrder(plan, statement, deadline));
    const rids = this.#context.versions.snapshot(() => this.#context.cache.getOrder(plan));
    return rids ? sliceOf(rids, slice) : this.#scanAll(plan, slice);
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

  async #scanAll(plan: QueryPlan, slice: Slice): Promise<Rids> {
    const statement = selectRows(plan, 't.rid', 'free', slice.offset, slice.limit);
    const { results } = await this.#context.readers.read({ kind: 'read', statements: [statement], deadline: slice.deadline });
    return ridsOf(results[0] ?? []);
  }
}
