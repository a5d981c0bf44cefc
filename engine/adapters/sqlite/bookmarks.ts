import { compareBy, type RecordKeys } from '#engine/model';
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

/** What a walk found: its bookmarks count from where it began. */
export interface WalkedMarks {
  /** It went on from there; absent: it began at the first record. */
  readonly base: Bookmark | undefined;
  readonly marks: readonly Bookmark[];
  /** About so many records were walked; Infinity: up to the end. */
  readonly walked: number;
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
    let high = set.marks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((set.marks[middle]?.ordinal ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return set.marks[low - 1];
  }

  /** The last bookmark of an order, from which a walk goes on. */
  last(plan: QueryPlan): Bookmark | undefined {
    return this.#current(plan)?.marks.at(-1);
  }

  /** Keeps what a walk found: behind the bookmarks that it went on from, or in their place. */
  keep(plan: QueryPlan, { base, marks, walked, epoch, next }: WalkedMarks): void {
    if (!plan.keepsOrder || epoch !== this.#log.epoch) return;
    const compare = compareBy(plan.steps);
    const found: BookmarkSet = { marks: [...marks], reach: walked, epoch, next, compare: (a, b) => compare(a.place, b.place) };
    if (!this.#bring(plan, found, base)) return;
    const set = base === undefined ? found : this.#join(plan, base, found);
    if (set === undefined) return;
    this.#drop(plan.orderKey);
    this.#sets.set(plan.orderKey, set);
    this.#count += set.marks.length;
    while (this.#count > BOOKMARKS_KEPT && this.#sets.size > 1) this.#drop(this.#sets.keys().next().value ?? '');
  }

  /** Both as they are now; undefined when another walk replaced what this one went on from. */
  #join(plan: QueryPlan, base: Bookmark, found: BookmarkSet): BookmarkSet | undefined {
    const before = this.#current(plan);
    if (before?.marks.at(-1) !== base) return undefined;
    const marks = [...before.marks];
    // The first stands where the base does.
    for (const { place, ordinal } of found.marks) if (found.compare({ place }, base) > 0) marks.push({ place, ordinal: base.ordinal + ordinal });
    return { ...found, marks, reach: base.ordinal + found.reach };
  }

  #current(plan: QueryPlan): BookmarkSet | undefined {
    const set = this.#sets.get(plan.orderKey);
    if (!set) return undefined;
    if (!this.#bring(plan, set, undefined)) {
      this.#drop(plan.orderKey);
      return undefined;
    }
    this.#sets.delete(plan.orderKey);
    this.#sets.set(plan.orderKey, set);
    return set;
  }

  /** Takes in what changed since, from a place on; false when that is no longer known. */
  #bring(plan: QueryPlan, set: BookmarkSet, from: Bookmark | undefined): boolean {
    const changes = this.#log.since(plan.collection.name, set);
    if (changes === undefined) return false;
    const matches = plan.matcher();
    const take = (id: string, keys: RecordKeys | undefined, by: number): void => {
      if (keys === undefined || !matches(id, keys)) return;
      const place = placeOf(id, keys, plan);
      if (from === undefined || set.compare({ place }, from) >= 0) shift(set, place, by);
    };
    for (const { id, before, after } of changes) {
      take(id, before, -1);
      take(id, after, 1);
    }
    set.next += changes.length;
    return true;
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
