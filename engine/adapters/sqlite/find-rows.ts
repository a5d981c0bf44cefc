import type { StoredRecord } from '../../ports/index.ts';
import { BookmarkPages } from './bookmark-pages.ts';
import { DriverEstimates, FEW_ROWS } from './choose-driver.ts';
import type { Driver } from './driver.ts';
import { LONGEST_ORDER } from './kept-orders.ts';
import type { QueryPlan } from './query-plan.ts';
import { selectDriven, selectRows, type Statement } from './query-text.ts';
import { ridsOf, sliceOf, type Slice } from './slice.ts';
import { isSmall, type StoreContext } from './store-context.ts';

/** A walk along an index looks at no more rows than this on the main thread. */
const WALK_ROWS = 3000;
/** So many rows without an order are read at once. */
const FIRST_ROWS = 200;
/** After a walk that went over, others are tried first for so many milliseconds. */
const WALK_REST = 10_000;
/** From this offset on bookmarks are worth their making. */
const DEEP_OFFSET = 400;
/** More rows than this at once are read by a reader thread. */
const MANY_ROWS = 2000;

/** How the rows of a query are found: told apart for `explain`, too. */
export type Way =
  | { readonly kind: 'kept'; readonly rids: Uint32Array }
  | { readonly kind: 'walk'; readonly deep: boolean }
  /** No order is asked for: few rows, that have one of some elements. */
  | { readonly kind: 'first'; readonly statement: Statement }
  /** All rows are found (by an index, or in a small collection), then sorted. */
  | { readonly kind: 'few'; readonly statement: Statement; readonly whole: boolean }
  /** A reader thread reads the whole order, which is then kept. */
  | { readonly kind: 'order'; readonly statement: Statement; readonly isSearch: boolean }
  | { readonly kind: 'scan' };

type Rids = Iterable<number>;

/** Finds rows in order, on the main thread where an index serves, else in a reader thread under the deadline. */
export class RowFinder {
  readonly #context: StoreContext;
  readonly #estimates: DriverEstimates;
  readonly #pages: BookmarkPages;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#estimates = new DriverEstimates(context);
    this.#pages = new BookmarkPages(context);
  }

  records(plan: QueryPlan, slice: Slice): StoredRecord[] | Promise<StoredRecord[]> {
    const { documents, versions } = this.#context;
    const rids = this.#rows(plan, slice);
    if (rids instanceof Promise) return rids.then((found) => versions.snapshot(() => documents.read(plan.collection, found)));
    return documents.read(plan.collection, rids);
  }

  async ids(plan: QueryPlan, slice: Slice): Promise<string[]> {
    const { connection, readers } = this.#context;
    const kept = this.#context.orders.current(plan);
    if (slice.limit > MANY_ROWS && !kept) {
      const statement = selectRows(plan, 't.id', 'free', slice.offset, slice.limit);
      return ((await readers.read({ kind: 'read', statements: [statement], deadline: slice.deadline })).results[0] ?? []).map(([id]) => String(id));
    }
    const read = connection.statement(`SELECT id FROM ${plan.collection.table} WHERE rid = ?`);
    const ids: string[] = [];
    for (const rid of await this.#rows(plan, slice)) {
      const row = read.get(rid) as unknown[] | undefined;
      if (row) ids.push(String(row[0]));
    }
    return ids;
  }

  /** The row numbers of all that match, in order, if they are few or known; their number is the total as well. */
  orderOf(plan: QueryPlan): Uint32Array | undefined {
    const kept = this.#context.orders.current(plan);
    if (kept || !plan.keepsOrder) return kept;
    const driver = this.#estimates.choose(plan, [...plan.filterDrivers, ...plan.accessDrivers]);
    return driver && this.#readFew(plan, selectDriven(plan, driver, 't.rid', 0, Infinity), true);
  }

  /** The way that is taken now; `afresh`: as if no order were kept. */
  wayOf(plan: QueryPlan, slice: Slice, afresh = false): Way {
    const first = this.#firstWay(plan, slice);
    if (first) return first;
    const rids = afresh ? undefined : this.#context.orders.current(plan);
    if (rids) return { kind: 'kept', rids };
    const walks = plan.walk !== undefined && slice.limit <= MANY_ROWS && performance.now() - plan.walkFailedAt > WALK_REST;
    const isDirect = walks && plan.walk?.isDirect === true;
    const driver = this.#estimates.choose(plan, isDirect ? plan.accessDrivers : [...plan.filterDrivers, ...plan.accessDrivers]);
    if (driver) return this.#fewWay(plan, driver, slice);
    const walk: Way = { kind: 'walk', deep: slice.offset >= DEEP_OFFSET && plan.keepsOrder };
    if (isDirect) return walk;
    if (isSmall(this.#context, plan.collection)) return walks ? walk : this.#fewWay(plan, undefined, slice);
    if (plan.keepsOrder && !plan.orderIsLong) return this.#orderWay(plan);
    return walks ? walk : { kind: 'scan' };
  }

  #rows(plan: QueryPlan, slice: Slice): Rids | Promise<Rids> {
    if (slice.limit <= 0) return [];
    const way = this.wayOf(plan, slice);
    switch (way.kind) {
      case 'first':
        return this.#readWithin(WALK_ROWS, plan, slice, way.statement);
      case 'kept':
        return sliceOf(way.rids, slice);
      case 'few': {
        const found = this.#readFew(plan, way.statement, way.whole);
        return found ? (way.whole ? sliceOf(found, slice) : found) : this.#scan(plan, slice);
      }
      case 'walk':
        return this.#walk(plan, slice, way.deep);
      case 'order':
        return this.#order(plan, slice, way.statement);
      case 'scan':
        return this.#scan(plan, slice);
    }
  }

  /** For the questions of hooks and checks: without an order there is nothing to estimate, and nothing to keep. */
  #firstWay(plan: QueryPlan, slice: Slice): Way | undefined {
    if (plan.steps.length > 0 || slice.offset > 0 || slice.limit > FIRST_ROWS || performance.now() - plan.walkFailedAt <= WALK_REST) return undefined;
    const driver = plan.filterDrivers.find((one) => one.isElements);
    return driver && { kind: 'first', statement: selectDriven(plan, driver, 't.rid', 0, slice.limit) };
  }

  /** A page that looking at so many rows is to find; if it does not, other ways are tried for a while. */
  #readWithin(most: number, plan: QueryPlan, slice: Slice, { text, params }: Statement): Rids | Promise<Rids> {
    const { connection } = this.#context;
    const rows = connection.budget.withinRows(most, () => connection.all(text, params));
    if (rows) return ridsOf(rows);
    plan.walkFailedAt = performance.now();
    return this.#rows(plan, slice);
  }

  /** All that is found is read and its order kept; an order that cannot be kept is read as a page. */
  #fewWay(plan: QueryPlan, driver: Driver | undefined, slice: Slice): Way {
    const whole = plan.keepsOrder;
    const [offset, limit] = whole ? [0, Infinity] : [slice.offset, slice.limit];
    const statement = driver ? selectDriven(plan, driver, 't.rid', offset, limit) : selectRows(plan, 't.rid', 'free', offset, limit);
    return { kind: 'few', statement, whole };
  }

  #readFew(plan: QueryPlan, statement: Statement, whole: boolean): Uint32Array | undefined {
    const { connection, log, orders, totals } = this.#context;
    const next = log.watch(plan.collection.name);
    const rows = connection.budget.withinRows(FEW_ROWS * 4, () => connection.all(statement.text, statement.params));
    if (rows === undefined) return undefined;
    const rids = Uint32Array.from(rows, ([rid]) => Number(rid));
    if (whole) {
      orders.keep(plan, rids, log.epoch, next);
      totals.keep(plan, rids.length, log.epoch, next);
    }
    return rids;
  }

  #walk(plan: QueryPlan, slice: Slice, deep: boolean): Rids | Promise<Rids> {
    const { log, pages } = this.#context;
    const kept = pages.current(plan, slice);
    if (kept) return kept;
    const next = log.watch(plan.collection.name);
    const found = (deep ? this.#pages.rows(plan, slice) : undefined) ?? this.#readWithin(WALK_ROWS + slice.limit, plan, slice, selectRows(plan, 't.rid', 'walk', slice.offset, slice.limit));
    if (Array.isArray(found)) pages.keep(plan, slice, found, log.epoch, next);
    return found;
  }

  /** With a text index if the filter has one: it finds fewer than all, where other indexes are SQLite's own choice. */
  #orderWay(plan: QueryPlan): Way {
    const driver = plan.filterDrivers.find((one) => one.isSearch);
    const statement = driver ? selectDriven(plan, driver, 't.rid', 0, LONGEST_ORDER + 1) : selectRows(plan, 't.rid', 'free', 0, LONGEST_ORDER + 1);
    return { kind: 'order', statement, isSearch: driver !== undefined };
  }

  async #order(plan: QueryPlan, slice: Slice, statement: Statement): Promise<Rids> {
    await this.#context.work.join(`order ${plan.orderKey}`, slice.deadline, (deadline) => this.#readOrder(plan, statement, deadline));
    const rids = this.#context.versions.snapshot(() => this.#context.orders.current(plan));
    return rids ? sliceOf(rids, slice) : this.#scan(plan, slice);
  }

  async #readOrder(plan: QueryPlan, statement: Statement, deadline: number): Promise<void> {
    const { log, readers, orders, totals, versions } = this.#context;
    const { epoch } = log;
    const watched = log.watch(plan.collection.name);
    const { position, rids, isLonger } = await readers.order({ kind: 'order', statement, most: LONGEST_ORDER, deadline });
    plan.orderIsLong = isLonger;
    versions.look();
    const next = log.numberAfter(plan.collection.name, position, watched);
    if (isLonger || next === undefined) return;
    orders.keep(plan, rids, epoch, next);
    totals.keep(plan, rids.length, epoch, next);
  }

  async #scan(plan: QueryPlan, slice: Slice): Promise<Rids> {
    const statement = selectRows(plan, 't.rid', 'free', slice.offset, slice.limit);
    const { results } = await this.#context.readers.read({ kind: 'read', statements: [statement], deadline: slice.deadline });
    return ridsOf(results[0] ?? []);
  }
}
