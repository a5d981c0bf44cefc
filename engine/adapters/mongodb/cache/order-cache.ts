import { changesOrder, shiftBookmarks, type BookmarkedOrder } from './bookmarks.ts';
import type { ChangeTracker, WriteMarkers } from './change-tracker.ts';

/** Maximum number of bookmarks of all orders. */
const MAX_BOOKMARKS = 100_000;

/** Caches the bookmarks of orders, by collection, filter and sort. */
export class OrderCache {
  readonly #changes: ChangeTracker;
  readonly #orders = new Map<string, BookmarkedOrder>();
  #bookmarks = 0;

  constructor(changes: ChangeTracker) {
    this.#changes = changes;
  }

  /** The order in the state of the markers, or in a later one. Undefined: it is not cached, or not all changes since are known. */
  get(collection: string, name: string, marks: WriteMarkers): BookmarkedOrder | undefined {
    const order = this.#orders.get(name);
    if (order === undefined) return undefined;
    const changes = this.#changes.changesBetween(collection, order.marks, marks);
    if (changes === undefined) return this.#changes.changesBetween(collection, marks, order.marks) && order;
    const current = changes.length === 0 ? { ...order, marks } : shiftBookmarks(order, changes, marks);
    this.set(name, current);
    return current;
  }

  /** Whether the order is the same in the state of the markers. */
  isUnchanged(collection: string, order: BookmarkedOrder, marks: WriteMarkers): boolean {
    const changes = this.#changes.changesBetween(collection, order.marks, marks);
    return changes !== undefined && !changesOrder(order.rules, changes);
  }

  set(name: string, order: BookmarkedOrder): void {
    this.remove(name);
    this.#orders.set(name, order);
    this.#bookmarks += order.positions.length;
    while (this.#bookmarks > MAX_BOOKMARKS && this.#orders.size > 1) this.remove(this.#orders.keys().next().value ?? '');
  }

  /** Removes an order, and returns its last state. */
  remove(name: string): BookmarkedOrder | undefined {
    const order = this.#orders.get(name);
    this.#bookmarks -= order?.positions.length ?? 0;
    this.#orders.delete(name);
    return order;
  }

  clear(): void {
    this.#orders.clear();
    this.#bookmarks = 0;
  }
}
