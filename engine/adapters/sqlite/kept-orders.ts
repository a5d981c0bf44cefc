import { compareBy } from '#engine/model';
import type { Change, ChangeLog } from './change-log.ts';
import type { Connection } from './connection.ts';
import { placeOf, readPlace, type Place } from './place.ts';
import type { QueryPlan } from './query-plan.ts';
import { placeColumns } from './query-text.ts';

/** Longer orders are not kept: most records match then, and an index walk finds a page at once. */
export const LONGEST_ORDER = 200_000;
/** Row numbers kept in all orders together: 4 bytes each. */
const ROWS_KEPT = 8_000_000;

interface KeptOrder {
  rids: Uint32Array;
  readonly epoch: number;
  next: number;
}

/**
 * The whole order of queries, as row numbers, brought up to date from the changes since when it is asked for: any page
 * of it is then a slice, whatever the filter and the sort.
 */
export class KeptOrders {
  readonly #log: ChangeLog;
  readonly #connection: Connection;
  readonly #orders = new Map<string, KeptOrder>();
  #rows = 0;

  constructor(log: ChangeLog, connection: Connection) {
    this.#log = log;
    this.#connection = connection;
  }

  current(plan: QueryPlan): Uint32Array | undefined {
    const kept = this.#orders.get(plan.orderKey);
    if (!kept) return undefined;
    const changes = this.#log.since(plan.collection.name, kept);
    this.#drop(plan.orderKey);
    if (changes === undefined) return undefined;
    if (changes.length > 0) kept.rids = this.#takeIn(kept.rids, changes, plan);
    kept.next += changes.length;
    if (kept.rids.length > LONGEST_ORDER) return undefined;
    this.#add(plan.orderKey, kept);
    return kept.rids;
  }

  keep(plan: QueryPlan, rids: Uint32Array, epoch: number, next: number): void {
    if (!plan.keepsOrder || epoch !== this.#log.epoch || rids.length > LONGEST_ORDER) return;
    this.#drop(plan.orderKey);
    this.#add(plan.orderKey, { rids, epoch, next });
  }

  /** Takes out the rows that left or moved, then puts in those that came, each at its place. */
  #takeIn(rids: Uint32Array, changes: readonly Change[], plan: QueryPlan): Uint32Array {
    const compare = compareBy(plan.steps);
    const gone = new Set<number>();
    const come: { readonly rid: number; readonly place: Place }[] = [];
    for (const [rid, { before, after }] of endsOf(changes, plan)) {
      if (before && after && compare(before, after) === 0) continue;
      if (before) gone.add(rid);
      if (after) come.push({ rid, place: after });
    }
    if (gone.size === 0 && come.length === 0) return rids;
    const kept = takeOut(rids, gone);
    return come.length === 0 ? kept : this.#merge(kept, come.sort((a, b) => compare(a.place, b.place)), compare, plan);
  }

  /** The keys of the rows that stayed are in the file as they were when the order was made, hence can be read from there. */
  #merge(rids: Uint32Array, come: readonly { readonly rid: number; readonly place: Place }[], compare: (a: Place, b: Place) => number, plan: QueryPlan): Uint32Array {
    const read = this.#connection.statement(`SELECT ${placeColumns(plan)} FROM ${plan.collection.table} t WHERE t.rid = ?`);
    const merged = new Uint32Array(rids.length + come.length);
    let from = 0;
    let to = 0;
    for (const { rid, place } of come) {
      let [low, high] = [from, rids.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const row = read.get(rids[middle]) as unknown[] | undefined;
        if (row && compare(readPlace(row, plan.sortKeys), place) < 0) low = middle + 1;
        else high = middle;
      }
      merged.set(rids.subarray(from, low), to);
      to += low - from;
      merged[to] = rid;
      to += 1;
      from = low;
    }
    merged.set(rids.subarray(from), to);
    return merged;
  }

  #add(key: string, order: KeptOrder): void {
    this.#orders.set(key, order);
    this.#rows += order.rids.length + 20;
    while (this.#rows > ROWS_KEPT) {
      const oldest = this.#orders.keys().next().value;
      if (oldest === undefined || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const order = this.#orders.get(key);
    if (!order) return;
    this.#rows -= order.rids.length + 20;
    this.#orders.delete(key);
  }
}

function takeOut(rids: Uint32Array, gone: ReadonlySet<number>): Uint32Array {
  if (gone.size === 0) return rids;
  if (gone.size > 8) return rids.filter((rid) => !gone.has(rid));
  let left = rids.slice();
  for (const rid of gone) {
    const place = left.indexOf(rid);
    if (place < 0) continue;
    left.copyWithin(place, place + 1);
    left = left.subarray(0, left.length - 1);
  }
  return left;
}

/** For each row that changed: its place in the order before all of the changes and after them; undefined: not in it. */
function endsOf(changes: readonly Change[], plan: QueryPlan): Map<number, { readonly before: Place | undefined; readonly after: Place | undefined }> {
  const matches = plan.matcher();
  const ends = new Map<number, { readonly before: Place | undefined; readonly after: Place | undefined }>();
  for (const change of changes) {
    const known = ends.get(change.rid);
    const before = known ? known.before : change.before !== undefined && matches(change.id, change.before) ? placeOf(change.id, change.before, plan) : undefined;
    const after = change.after !== undefined && matches(change.id, change.after) ? placeOf(change.id, change.after, plan) : undefined;
    ends.set(change.rid, { before, after });
  }
  return ends;
}
