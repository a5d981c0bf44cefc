import { compareBy } from '#engine/model/filter';
import type { Change, ChangeLog, ReadMark } from './change-log.ts';
import type { Connection } from '../file/connection.ts';
import { toSortPosition, readSortPosition, type SortPosition } from '../query/sort-position.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import { sortPositionColumns } from '../query/query-text.ts';

/** Longer orders are not cached: most records match then, and an index scan finds a page quickly. */
export const MAX_ORDER_LENGTH = 200_000;
/** Maximum number of row numbers in all cached orders together: 4 bytes each. */
const MAX_CACHED_ROWS = 8_000_000;

interface CachedOrder {
  rids: Uint32Array;
  readonly epoch: number;
  next: number;
}

/**
 * Caches the whole order of queries as row numbers; reading one updates it from the changes since. Any page of it is then
 * a slice, whatever the filter and the sort.
 */
export class OrderCache {
  readonly #log: ChangeLog;
  readonly #connection: Connection;
  readonly #orders = new Map<string, CachedOrder>();
  #rows = 0;

  constructor(log: ChangeLog, connection: Connection) {
    this.#log = log;
    this.#connection = connection;
  }

  get(plan: QueryPlan): Uint32Array | undefined {
    const cached = this.#orders.get(plan.orderKey);
    if (!cached) return undefined;
    const changes = this.#log.since(plan.collection.name, cached);
    this.#evict(plan.orderKey);
    if (changes === undefined) return undefined;
    if (changes.length > 0) cached.rids = this.#applyChanges(cached.rids, changes, plan);
    cached.next += changes.length;
    if (cached.rids.length > MAX_ORDER_LENGTH) return undefined;
    this.#add(plan.orderKey, cached);
    return cached.rids;
  }

  set(plan: QueryPlan, rids: Uint32Array, { epoch, next }: ReadMark): void {
    if (!plan.canCacheOrder || epoch !== this.#log.epoch || rids.length > MAX_ORDER_LENGTH) return;
    this.#evict(plan.orderKey);
    this.#add(plan.orderKey, { rids, epoch, next });
  }

  clear(): void {
    this.#orders.clear();
    this.#rows = 0;
  }

  /** Removes the rows that left or moved, then inserts the new ones, each at its position. */
  #applyChanges(rids: Uint32Array, changes: readonly Change[], plan: QueryPlan): Uint32Array {
    const compare = compareBy(plan.steps);
    const removed = new Set<number>();
    const added: { readonly rid: number; readonly sortPosition: SortPosition }[] = [];
    for (const [rid, { before, after }] of getNetChanges(changes, plan)) {
      if (before && after && compare(before, after) === 0) continue;
      if (before) removed.add(rid);
      if (after) added.push({ rid, sortPosition: after });
    }
    if (removed.size === 0 && added.length === 0) return rids;
    const cached = removeRows(rids, removed);
    return added.length === 0
      ? cached
      : this.#merge(
          cached,
          added.sort((a, b) => compare(a.sortPosition, b.sortPosition)),
          compare,
          plan,
        );
  }

  /** The keys of the remaining rows are the same in the file as when the order was built, hence can be read from there. */
  #merge(
    rids: Uint32Array,
    added: readonly { readonly rid: number; readonly sortPosition: SortPosition }[],
    compare: (a: SortPosition, b: SortPosition) => number,
    plan: QueryPlan,
  ): Uint32Array {
    const read = this.#connection.statement(`SELECT ${sortPositionColumns(plan)} FROM ${plan.collection.table} t WHERE t.rid = ?`);
    const merged = new Uint32Array(rids.length + added.length);
    let from = 0;
    let to = 0;
    for (const { rid, sortPosition } of added) {
      let [low, high] = [from, rids.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const row = read.get(rids[middle]) as unknown[] | undefined;
        if (row && compare(readSortPosition(row, plan.sortKeys), sortPosition) < 0) low = middle + 1;
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

  #add(key: string, order: CachedOrder): void {
    this.#orders.set(key, order);
    this.#rows += order.rids.length + 20;
    while (this.#rows > MAX_CACHED_ROWS) {
      const oldest = this.#orders.keys().next().value;
      if (oldest === undefined || oldest === key) break;
      this.#evict(oldest);
    }
  }

  #evict(key: string): void {
    const order = this.#orders.get(key);
    if (!order) return;
    this.#rows -= order.rids.length + 20;
    this.#orders.delete(key);
  }
}

function removeRows(rids: Uint32Array, removed: ReadonlySet<number>): Uint32Array {
  if (removed.size === 0) return rids;
  if (removed.size > 8) return rids.filter((rid) => !removed.has(rid));
  let left = rids.slice();
  for (const rid of removed) {
    const sortPosition = left.indexOf(rid);
    if (sortPosition < 0) continue;
    left.copyWithin(sortPosition, sortPosition + 1);
    left = left.subarray(0, left.length - 1);
  }
  return left;
}

/** For each row that changed: its position in the order before all of the changes and after them; undefined: not in it. */
function getNetChanges(
  changes: readonly Change[],
  plan: QueryPlan,
): Map<number, { readonly before: SortPosition | undefined; readonly after: SortPosition | undefined }> {
  const matches = plan.matcher();
  const ends = new Map<number, { readonly before: SortPosition | undefined; readonly after: SortPosition | undefined }>();
  for (const change of changes) {
    const known = ends.get(change.rid);
    const before = known
      ? known.before
      : change.before !== undefined && matches(change.id, change.before)
        ? toSortPosition(change.id, change.before, plan)
        : undefined;
    const after =
      change.after !== undefined && matches(change.id, change.after) ? toSortPosition(change.id, change.after, plan) : undefined;
    ends.set(change.rid, { before, after });
  }
  return ends;
}
