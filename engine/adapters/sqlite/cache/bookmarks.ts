import { compareBy } from '#engine/model/filter';
import type { RecordKeys } from '#engine/model/compiled';
import type { ChangeLog, ReadMark } from './change-log.ts';
import { lowerBound, toSortPosition, type SortPosition } from '../query/sort-position.ts';
import type { QueryPlan } from '../query/query-plan.ts';

/** A position in an order, with the number of matching records before it. */
export interface Bookmark {
  readonly sortPosition: SortPosition;
  ordinal: number;
}

const MAX_BOOKMARKS = 200_000;

interface BookmarkSet {
  readonly bookmarks: Bookmark[];
  readonly compare: (a: { readonly sortPosition: SortPosition }, b: { readonly sortPosition: SortPosition }) => number;
  readonly epoch: number;
  next: number;
  /** The bookmarks cover about this many records; Infinity: all. */
  readonly reach: number;
}

/** The result of a scan: its ordinals count from where the scan began. */
export interface ScannedBookmarks {
  /** The scan continued from this bookmark; undefined: it began at the first record. */
  readonly base: Bookmark | undefined;
  readonly bookmarks: readonly Bookmark[];
  /** About this many records were scanned; Infinity: to the end. */
  readonly scannedRows: number;
}

/**
 * Caches bookmarks at regular intervals of a long order, so that a page at any offset needs one seek and a short scan. A
 * change of a record shifts the ordinals after its position. A bookmark needs no record at its position.
 */
export class Bookmarks {
  readonly #log: ChangeLog;
  readonly #sets = new Map<string, BookmarkSet>();
  #count = 0;

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  /** The last bookmark at or before an offset; undefined when the bookmarks do not reach that far. */
  before(plan: QueryPlan, offset: number): Bookmark | undefined {
    const set = this.#current(plan);
    if (!set || offset > set.reach) return undefined;
    let low = 0;
    let high = set.bookmarks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((set.bookmarks[middle]?.ordinal ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return set.bookmarks[low - 1];
  }

  /** The last bookmark of an order, from which the next scan continues. */
  last(plan: QueryPlan): Bookmark | undefined {
    return this.#current(plan)?.bookmarks.at(-1);
  }

  /** Stores the result of a scan: after the bookmarks that it continued from, or in their place. */
  add(plan: QueryPlan, { base, bookmarks, scannedRows }: ScannedBookmarks, { epoch, next }: ReadMark): void {
    if (!plan.canCacheOrder || epoch !== this.#log.epoch) return;
    const compare = compareBy(plan.steps);
    const found: BookmarkSet = {
      bookmarks: [...bookmarks],
      reach: scannedRows,
      epoch,
      next,
      compare: (a, b) => compare(a.sortPosition, b.sortPosition),
    };
    if (!this.#applyChanges(plan, found, base)) return;
    const set = base === undefined ? found : this.#append(plan, base, found);
    if (set === undefined) return;
    this.#evict(plan.orderKey);
    this.#sets.set(plan.orderKey, set);
    this.#count += set.bookmarks.length;
    while (this.#count > MAX_BOOKMARKS && this.#sets.size > 1) this.#evict(this.#sets.keys().next().value ?? '');
  }

  clear(): void {
    this.#sets.clear();
    this.#count = 0;
  }

  /** Appends the new bookmarks to the current ones; undefined when another scan has replaced the base. */
  #append(plan: QueryPlan, base: Bookmark, found: BookmarkSet): BookmarkSet | undefined {
    const before = this.#current(plan);
    if (before?.bookmarks.at(-1) !== base) return undefined;
    const bookmarks = [...before.bookmarks];
    // The first new bookmark has the position of the base.
    for (const { sortPosition, ordinal } of found.bookmarks)
      if (found.compare({ sortPosition }, base) > 0) bookmarks.push({ sortPosition, ordinal: base.ordinal + ordinal });
    return { ...found, bookmarks, reach: base.ordinal + found.reach };
  }

  #current(plan: QueryPlan): BookmarkSet | undefined {
    const set = this.#sets.get(plan.orderKey);
    if (!set) return undefined;
    if (!this.#applyChanges(plan, set, undefined)) {
      this.#evict(plan.orderKey);
      return undefined;
    }
    this.#sets.delete(plan.orderKey);
    this.#sets.set(plan.orderKey, set);
    return set;
  }

  /** Applies the changes since, from a position on; false when they are no longer in the log. */
  #applyChanges(plan: QueryPlan, set: BookmarkSet, from: Bookmark | undefined): boolean {
    const changes = this.#log.since(plan.collection.name, set);
    if (changes === undefined) return false;
    const matches = plan.matcher();
    const take = (id: string, keys: RecordKeys | undefined, by: number): void => {
      if (keys === undefined || !matches(id, keys)) return;
      const sortPosition = toSortPosition(id, keys, plan);
      if (from === undefined || set.compare({ sortPosition }, from) >= 0) shift(set, sortPosition, by);
    };
    for (const { id, before, after } of changes) {
      take(id, before, -1);
      take(id, after, 1);
    }
    set.next += changes.length;
    return true;
  }

  #evict(key: string): void {
    this.#count -= this.#sets.get(key)?.bookmarks.length ?? 0;
    this.#sets.delete(key);
  }
}

/**
 * A matching record was added at a position or removed from it: the ordinals of the bookmarks after the position (not at
 * it) change by one.
 */
function shift(set: BookmarkSet, sortPosition: SortPosition, by: number): void {
  const probe: Bookmark = { sortPosition, ordinal: 0 };
  let index = lowerBound(set.bookmarks, probe, set.compare);
  while (index < set.bookmarks.length && set.compare(set.bookmarks[index] as Bookmark, probe) === 0) index += 1;
  for (; index < set.bookmarks.length; index += 1) (set.bookmarks[index] as Bookmark).ordinal += by;
}
