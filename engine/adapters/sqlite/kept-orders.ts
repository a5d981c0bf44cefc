import { compareBy, type RecordKeys } from '#engine/model';
import type { Change, ChangeLog } from './change-log.ts';
import type { QueryPlan } from './query-plan.ts';
import type { Place } from './seek-segments.ts';

/** An order that grows past this is dropped: an index walk is then cheaper. */
const LONGEST = 4000;
/** Places kept in all orders together, which bounds their memory to a few ten megabytes. */
const PLACES_KEPT = 150_000;

interface KeptOrder {
  readonly places: Place[];
  readonly compare: (a: Place, b: Place) => number;
  readonly epoch: number;
  next: number;
}

/**
 * The whole order of queries that few records match, kept as places in memory and brought up to date from the changes
 * since: any page of it is then a slice, whatever the filter and the sort.
 */
export class KeptOrders {
  readonly #log: ChangeLog;
  readonly #orders = new Map<string, KeptOrder>();
  #places = 0;

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  current(plan: QueryPlan): readonly Place[] | undefined {
    const kept = this.#orders.get(plan.orderKey);
    if (!kept) return undefined;
    const changes = kept.epoch === this.#log.epoch ? this.#log.since(plan.collection.name, kept.next) : undefined;
    this.#drop(plan.orderKey);
    if (changes === undefined) return undefined;
    for (const change of changes) takeIn(kept, change, plan);
    kept.next += changes.length;
    if (kept.places.length > LONGEST) return undefined;
    this.#add(plan.orderKey, kept);
    return kept.places;
  }

  keep(plan: QueryPlan, places: Place[], epoch: number, next: number): void {
    if (!plan.keepsOrder || epoch !== this.#log.epoch || places.length > LONGEST) return;
    this.#drop(plan.orderKey);
    this.#add(plan.orderKey, { places, compare: compareBy(plan.steps), epoch, next });
  }

  #add(key: string, order: KeptOrder): void {
    this.#orders.set(key, order);
    this.#places += order.places.length;
    while (this.#places > PLACES_KEPT) {
      const oldest = this.#orders.keys().next().value;
      if (oldest === undefined || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const order = this.#orders.get(key);
    if (!order) return;
    this.#places -= order.places.length;
    this.#orders.delete(key);
  }
}

function takeIn(kept: KeptOrder, change: Change, plan: QueryPlan): void {
  const matches = plan.matcher();
  const before = change.before !== undefined && matches(change.id, change.before) ? placeOf(change.id, change.before, plan) : undefined;
  const after = change.after !== undefined && matches(change.id, change.after) ? placeOf(change.id, change.after, plan) : undefined;
  if (before && after && kept.compare(before, after) === 0) return;
  if (before) {
    const index = firstNotBefore(kept.places, before, kept.compare);
    if (kept.places[index]?.id === change.id) kept.places.splice(index, 1);
  }
  if (after) kept.places.splice(firstNotBefore(kept.places, after, kept.compare), 0, after);
}

/** The place that a record with these keys has. */
export function placeOf(id: string, keys: RecordKeys, plan: QueryPlan): Place {
  const own: Record<string, string | number | undefined> = {};
  for (const key of plan.sortKeys) {
    const value = keys[key.id];
    own[key.id] = typeof value === 'object' ? value[0] : value;
  }
  return { id, keys: own };
}

/** Index of the first place that does not come before the given one. */
export function firstNotBefore<T>(places: readonly T[], place: T, compare: (a: T, b: T) => number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(places[middle] as T, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
