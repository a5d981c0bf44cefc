import { compareBy, type RecordKeys } from '#engine/model';
import type { ChangeLog } from './change-log.ts';
import { lowerBound, toSortPosition, type SortPosition } from './sort-position.ts';
import type { QueryPlan } from './query-plan.ts';

/** A place in an order, with the number of matching records before it. */
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
  /** Bookmarks were made up to about this many records; Infinity: up to the end. */
  readonly reach: number;
}

/** What a walk found: its bookmarks count from where it began. */
export interface ScannedBookmarks {
  /** It went on from there; absent: it began at the first record. */
  readonly base: Bookmark | undefined;
  readonly bookmarks: readonly Bookmark[];
  /** About so many records were walked; Infinity: up to the end. */
  readonly scannedRows: number;
  readonly epoch: number;
  /** Number of the first change that the walk did not see. */
  readonly next: number;
}

/**
 * Bookmarks at every few dozen records of a long order, so that a page at any offset is one seek and a short walk. A
 * change of a record shifts the ordinals behind its place; the places themselves need no record to stand at them.
 */
export class Bookmarks {
  readonly #log: ChangeLog;
  readonly #sets = new Map<string, BookmarkSet>();
  #count = 0;

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  /** The last bookmark at or before an offset; undefined when the bookmarks do not reach so far. */
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

  /** The last bookmark of an order, from which a walk goes on. */
  last(plan: QueryPlan): Bookmark | undefined {
    return this.#current(plan)?.bookmarks.at(-1);
  }

  /** Keeps what a walk found: behind the bookmarks that it went on from, or in their place. */
  add(plan: QueryPlan, { base, bookmarks, scannedRows, epoch, next }: ScannedBookmarks): void {
    if (!plan.canCacheOrder || epoch !== this.#log.epoch) return;
    const compare = compareBy(plan.steps);
    const found: BookmarkSet = { bookmarks: [...bookmarks], reach: scannedRows, epoch, next, compare: (a, b) => compare(a.sortPosition, b.sortPosition) };
    if (!this.#applyChanges(plan, found, base)) return;
    const set = base === undefined ? found : this.#append(plan, base, found);
    if (set === undefined) return;
    this.#evict(plan.orderKey);
    this.#sets.set(plan.orderKey, set);
    this.#count += set.bookmarks.length;
    while (this.#count > MAX_BOOKMARKS && this.#sets.size > 1) this.#evict(this.#sets.keys().next().value ?? '');
  }

  /** Both as they are now; undefined when another walk replaced what this one went on from. */
  #append(plan: QueryPlan, base: Bookmark, found: BookmarkSet): BookmarkSet | undefined {
    const before = this.#current(plan);
    if (before?.bookmarks.at(-1) !== base) return undefined;
    const bookmarks = [...before.bookmarks];
    // The first stands where the base does.
    for (const { sortPosition, ordinal } of found.bookmarks) if (found.compare({ sortPosition }, base) > 0) bookmarks.push({ sortPosition, ordinal: base.ordinal + ordinal });
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

  /** Takes in what changed since, from a place on; false when that is no longer known. */
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

/** A matching record came to, or left, a place: the bookmarks behind it (not one at it) count one more or less. */
function shift(set: BookmarkSet, sortPosition: SortPosition, by: number): void {
  const probe: Bookmark = { sortPosition, ordinal: 0 };
  let index = lowerBound(set.bookmarks, probe, set.compare);
  while (index < set.bookmarks.length && set.compare(set.bookmarks[index] as Bookmark, probe) === 0) index += 1;
  for (; index < set.bookmarks.length; index += 1) (set.bookmarks[index] as Bookmark).ordinal += by;
}
