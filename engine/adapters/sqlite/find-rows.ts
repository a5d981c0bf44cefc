import type { StoredRecord } from '../../ports/index.ts';
import type { RecordDocument } from '#engine/model';
import { BookmarkPages } from './bookmark-pages.ts';
import { DriverEstimates, FEW_ROWS } from './choose-driver.ts';
import type { Driver } from './driver.ts';
import type { QueryPlan } from './query-plan.ts';
import { placeColumns, RECORD_COLUMNS, selectDriven, selectRows, type Statement } from './query-text.ts';
import { readPlace, type Place } from './seek-segments.ts';
import { isSmall, type StoreContext } from './store-context.ts';

/** A walk along an index looks at no more rows than this on the main thread. */
const WALK_ROWS = 3000;
/** After a walk that went over, others are tried first for so many milliseconds. */
const WALK_REST = 10_000;
/** From this offset on bookmarks are worth their making. */
const DEEP_OFFSET = 400;
/** More ids than this at once are read by a reader thread. */
const MANY_ROWS = 2000;

export interface Slice {
  readonly offset: number;
  readonly limit: number;
  readonly deadline: number;
}

/** How the rows of a query are found: told apart for `explain`, too. */
export type Way =
  | { readonly kind: 'kept'; readonly places: readonly Place[] }
  | { readonly kind: 'walk'; readonly deep: boolean }
  /** All rows are found (by an index, or in a small collection), then sorted. */
  | { readonly kind: 'few'; readonly statement: Statement; readonly whole: boolean }
  | { readonly kind: 'scan' };

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
    const rows = this.#rows(plan, slice, RECORD_COLUMNS);
    return rows instanceof Promise ? rows.then((found) => found.map(readRecord)) : rows.map(readRecord);
  }

  ids(plan: QueryPlan, slice: Slice): string[] | Promise<string[]> {
    const rows = this.#rows(plan, slice, 't.id');
    return rows instanceof Promise ? rows.then((found) => found.map(([id]) => String(id))) : rows.map(([id]) => String(id));
  }

  #rows(plan: QueryPlan, slice: Slice, columns: string): unknown[][] | Promise<unknown[][]> {
    if (slice.limit <= 0) return [];
    const way = this.wayOf(plan, slice);
    if (way.kind === 'kept') return this.#fetch(plan, way.places, slice, columns);
    if (way.kind === 'few') return this.#few(plan, way, slice, columns) ?? this.#scan(plan, slice, columns);
    if (way.kind === 'scan') return this.#scan(plan, slice, columns);
    return this.#walk(plan, slice, columns, way.deep);
  }

  /** The way that is taken now; `afresh`: as if no order were kept. */
  wayOf(plan: QueryPlan, slice: Slice, afresh = false): Way {
    const places = afresh ? undefined : this.#context.orders.current(plan);
    if (places) return { kind: 'kept', places };
    const deep = slice.offset >= DEEP_OFFSET && plan.keepsOrder;
    const rested = performance.now() - plan.walkFailedAt > WALK_REST;
    const direct = plan.walk?.isDirect === true && rested;
    const driver = this.#estimates.choose(plan, direct ? plan.accessDrivers : [...plan.filterDrivers, ...plan.accessDrivers]);
    if (driver) return this.#fewWay(plan, driver, slice);
    if (plan.walk && rested && slice.limit <= MANY_ROWS) return { kind: 'walk', deep };
    return isSmall(this.#context, plan.collection) ? this.#fewWay(plan, undefined, slice) : { kind: 'scan' };
  }

  /** All that is found is read for its places, which are kept; an order that cannot be kept is read as a page. */
  #fewWay(plan: QueryPlan, driver: Driver | undefined, slice: Slice): Way {
    const whole = plan.keepsOrder;
    const columns = whole ? placeColumns(plan) : RECORD_COLUMNS;
    const [offset, limit] = whole ? [0, Infinity] : [slice.offset, slice.limit];
    const statement = driver ? selectDriven(plan, driver, columns, offset, limit) : selectRows(plan, columns, 'free', offset, limit);
    return { kind: 'few', statement, whole };
  }

  /** Places of all that the few drivers find, if there is such a driver; they give the total as well. */
  placesOf(plan: QueryPlan): readonly Place[] | undefined {
    const kept = this.#context.orders.current(plan);
    if (kept || !plan.keepsOrder) return kept;
    const driver = this.#estimates.choose(plan, [...plan.filterDrivers, ...plan.accessDrivers]);
    return driver && this.#readPlaces(plan, selectDriven(plan, driver, placeColumns(plan), 0, Infinity));
  }

  #readPlaces(plan: QueryPlan, statement: Statement): readonly Place[] | undefined {
    const { connection, log, orders, totals } = this.#context;
    const next = log.watch(plan.collection.name);
    const rows = connection.budget.withinRows(FEW_ROWS * 4, () => connection.all(statement.text, statement.params));
    if (rows === undefined) return undefined;
    const places = rows.map((row) => readPlace(row, plan.sortKeys));
    orders.keep(plan, places, log.epoch, next);
    totals.keep(plan, places.length, log.epoch, next);
    return places;
  }

  #few(plan: QueryPlan, way: Way & { readonly kind: 'few' }, slice: Slice, columns: string): unknown[][] | undefined {
    if (way.whole) {
      const places = this.#readPlaces(plan, way.statement);
      return places && this.#fetch(plan, places, slice, columns);
    }
    const { connection } = this.#context;
    const text = columns === RECORD_COLUMNS ? way.statement.text : way.statement.text.replace(RECORD_COLUMNS, columns);
    return connection.budget.withinRows(FEW_ROWS * 4, () => connection.all(text, way.statement.params));
  }

  #fetch(plan: QueryPlan, places: readonly Place[], slice: Slice, columns: string): unknown[][] {
    const wanted = places.slice(slice.offset, slice.offset + slice.limit);
    if (columns === 't.id') return wanted.map((place) => [place.id]);
    const read = this.#context.connection.statement(`SELECT dv, doc FROM ${plan.collection.table} WHERE id = ?`);
    const rows: unknown[][] = [];
    for (const place of wanted) {
      const row = read.get(place.id) as unknown[] | undefined;
      if (row) rows.push(row);
    }
    return rows;
  }

  #walk(plan: QueryPlan, slice: Slice, columns: string, deep: boolean): unknown[][] | Promise<unknown[][]> {
    if (deep) {
      const page = this.#pages.rows(plan, slice, columns);
      if (page) return page;
    }
    const { connection } = this.#context;
    const statement = selectRows(plan, columns, 'walk', slice.offset, slice.limit);
    const rows = connection.budget.withinRows(WALK_ROWS + slice.limit, () => connection.all(statement.text, statement.params));
    if (rows) return rows;
    plan.walkFailedAt = performance.now();
    return this.#rows(plan, slice, columns);
  }

  async #scan(plan: QueryPlan, slice: Slice, columns: string): Promise<unknown[][]> {
    // The walk still serves as the order for what a page takes long to find; else SQLite sorts.
    const statement = selectRows(plan, columns, 'free', slice.offset, slice.limit);
    const { results } = await this.#context.readers.read({ kind: 'read', statements: [statement], deadline: slice.deadline });
    return (results[0] ?? []) as unknown[][];
  }
}

export function readRecord(row: readonly unknown[]): StoredRecord {
  return { document: JSON.parse(String(row[1])) as RecordDocument, definitionVersion: Number(row[0]) };
}
