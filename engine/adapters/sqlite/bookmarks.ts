import { compareBy } from '#engine/model';
import type { ChangeLog } from './change-log.ts';
import { firstNotBefore, placeOf, type Place } from './place.ts';
import type { QueryPlan } from './query-plan.ts';

/** A place in an order, with the number of matching records before it. */
export interface Bookmark {
  readonly place: Place;
  ordinal: number;
}

const BOOKMARKS_KEPT = 200_000;

interface BookmarkSet {
  readonly marks: Bookmark[];
  readonly compare: (a: { readonly place: Place }, b: { readonly place: Place }) => number;
  readonly epoch: number;
  next: number;
  /** Bookmarks were made up to about this many records; Infinity: up to the end. */
  readonly reach: number;
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
    let high = set.marks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((set.marks[middle]?.ordinal ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return set.marks[low - 1];
  }

  keep(plan: QueryPlan, marks: Bookmark[], reach: number, epoch: number, next: number): void {
    if (!plan.keepsOrder || epoch !== this.#log.epoch) return;
    const compare = compareBy(plan.steps);
    this.#drop(plan.orderKey);
    this.#sets.set(plan.orderKey, { marks, reach, epoch, next, compare: (a, b) => compare(a.place, b.place) });
    this.#count += marks.length;
    while (this.#count > BOOKMARKS_KEPT && this.#sets.size > 1) this.#drop(this.#sets.keys().next().value ?? '');
  }

  #current(plan: QueryPlan): BookmarkSet | undefined {
    const set = this.#sets.get(plan.orderKey);
    if (!set) return undefined;
    const changes = this.#log.since(plan.collection.name, set);
    if (changes === undefined) {
      this.#drop(plan.orderKey);
      return undefined;
    }
    const matches = plan.matcher();
    for (const change of changes) {
      const before = change.before !== undefined && matches(change.id, change.before) ? placeOf(change.id, change.before, plan) : undefined;
      const after = change.after !== undefined && matches(change.id, change.after) ? placeOf(change.id, change.after, plan) : undefined;
      if (before) shift(set, before, -1);
      if (after) shift(set, after, 1);
    }
    set.next += changes.length;
    this.#sets.delete(plan.orderKey);
    this.#sets.set(plan.orderKey, set);
    return set;
  }

  #drop(key: string): void {
    this.#count -= this.#sets.get(key)?.marks.length ?? 0;
    this.#sets.delete(key);
  }
}

/** A matching record came to, or left, a place: the bookmarks behind it (not one at it) count one more or less. */
function shift(set: BookmarkSet, place: Place, by: number): void {
  const probe: Bookmark = { place, ordinal: 0 };
  let index = firstNotBefore(set.marks, probe, set.compare);
  while (index < set.marks.length && set.compare(set.marks[index] as Bookmark, probe) === 0) index += 1;
  for (; index < set.marks.length; index += 1) (set.marks[index] as Bookmark).ordinal += by;
}
