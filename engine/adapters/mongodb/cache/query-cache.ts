import type { ClientSession, MongoClient } from 'mongodb';
import { allOf, compileMatcher, usesRelated, type Matcher } from '#engine/model/filter';
import { countMatches, type FilterQuery, type QueryContext } from '../query/plan-query.ts';
import type { SchemaRegistry } from '../schema/schema-registry.ts';
import { readSnapshot } from '../server/read-snapshot.ts';
import { findBookmark, type BookmarkedOrder } from './bookmarks.ts';
import { ChangeTracker, isTracked, type MarkerSlot, type WriteMarkers } from './change-tracker.ts';
import { OrderCache } from './order-cache.ts';

export { findBookmark, type BookmarkedOrder, type MarkerSlot, type WriteMarkers };

const MAX_COUNTS = 5_000;

interface CachedCount {
  readonly total: number;
  readonly marks: WriteMarkers;
  readonly matches: Matcher;
}

/**
 * Owns all cached results of reads: exact totals, and bookmarks of orders. Queries and writes import nothing else of this
 * folder.
 *
 * Invalidation has one rule. Every transaction of every process leaves a marker at each collection that it changes (written
 * through a slot, `takeSlot`). A cached result has the markers of the state in which it was read. Before it is used, the
 * markers are read: the changes of this process since are applied to it; after a change of another process, and after one
 * that is no longer known, it is read again.
 *
 * When the cache is off it is empty: every count and every page goes to the server. The markers are written nevertheless,
 * because the caches of other processes rely on them.
 */
export class QueryCache {
  readonly #client: MongoClient;
  readonly #changes: ChangeTracker;
  readonly #totals = new Map<string, CachedCount>();
  readonly #orders: OrderCache;
  #isOn: boolean;
  /** Totals that were served from here, and those that were not. */
  readonly uses = { hits: 0, misses: 0 };

  constructor(client: MongoClient, schemaRegistry: SchemaRegistry, isOn: boolean) {
    this.#client = client;
    this.#changes = new ChangeTracker(schemaRegistry);
    this.#orders = new OrderCache(this.#changes);
    this.#isOn = isOn;
  }

  /** Deletes what no cache needs any more. Not awaited; the next start tries again. */
  deleteOldMarkers(): void {
    this.#changes.deleteOldMarkers().catch(() => undefined);
  }

  setOn(isOn: boolean): void {
    this.#isOn = isOn;
    if (isOn) return;
    this.#totals.clear();
    this.#orders.clear();
  }

  /** Whether results of reads of a collection are cached. */
  caches(collection: string): boolean {
    return this.#isOn && isTracked(collection);
  }

  /** The slot through which one transaction at a time writes its markers. */
  takeSlot(): MarkerSlot {
    return this.#changes.takeSlot();
  }

  releaseSlot(slot: MarkerSlot): void {
    this.#changes.releaseSlot(slot);
  }

  /** The total at some time after this call; above `max`, any number greater than it. */
  async count(query: FilterQuery, context: QueryContext, max?: number): Promise<number> {
    const combinedFilter = query.access === undefined ? query.filter : allOf([query.filter, query.access]);
    if (!this.caches(query.collection) || usesRelated(combinedFilter)) return countMatches(query, context, max);
    const name = `${query.collection}\n${JSON.stringify(combinedFilter)}`;
    const cached = this.#totals.get(name);
    const known = cached === undefined ? undefined : await this.#applyChanges(name, query.collection, cached);
    if (known !== undefined) {
      this.uses.hits += 1;
      return known;
    }
    this.uses.misses += 1;
    return this.#recount(name, query, context, cached?.matches ?? compileMatcher(combinedFilter), max);
  }

  /** The markers of a collection at some time after this call, or in the snapshot of a session. */
  readMarks(collection: string, session?: ClientSession): Promise<WriteMarkers> {
    return session === undefined ? this.#changes.readMarks(collection) : this.#changes.readMarksOf(collection, session);
  }

  /** The bookmarks of an order in the state of the markers, or in a later one. Undefined: they have to be made. */
  getOrder(collection: string, name: string, marks: WriteMarkers): BookmarkedOrder | undefined {
    return this.#orders.get(collection, name, marks);
  }

  setOrder(name: string, order: BookmarkedOrder): void {
    // It may have been switched off meanwhile.
    if (this.#isOn) this.#orders.set(name, order);
  }

  /** Removes the bookmarks of an order, and returns their last state. */
  removeOrder(name: string): BookmarkedOrder | undefined {
    return this.#orders.remove(name);
  }

  /** Whether an order is the same in the state of the markers. */
  isUnchanged(collection: string, order: BookmarkedOrder, marks: WriteMarkers): boolean {
    return this.#orders.isUnchanged(collection, order, marks);
  }

  async #applyChanges(name: string, collection: string, cached: CachedCount): Promise<number | undefined> {
    const marks = await this.#changes.readMarks(collection);
    const changes = this.#changes.changesBetween(collection, cached.marks, marks);
    if (changes === undefined) return undefined;
    let { total } = cached;
    for (const { id, before, after } of changes) {
      if (before !== undefined && cached.matches(id, before)) total -= 1;
      if (after !== undefined && cached.matches(id, after)) total += 1;
    }
    this.#set(name, { ...cached, total, marks });
    return total;
  }

  /** Reads total and markers from one snapshot of the store. */
  async #recount(name: string, query: FilterQuery, context: QueryContext, matches: Matcher, max: number | undefined): Promise<number> {
    const counted = await readSnapshot(this.#client, async (session) => {
      const marks = await this.#changes.readMarksOf(query.collection, session);
      const total = await countMatches(query, { ...context, session }, max);
      if (max === undefined || total <= max) this.#set(name, { total, marks, matches });
      return total;
    });
    return counted ?? countMatches(query, context, max);
  }

  #set(name: string, cached: CachedCount): void {
    // It may have been switched off meanwhile.
    if (!this.#isOn) return;
    this.#totals.delete(name);
    this.#totals.set(name, cached);
    if (this.#totals.size > MAX_COUNTS) this.#totals.delete(this.#totals.keys().next().value ?? '');
  }
}
