import { compareBy } from '#engine/model/filter';
import { affects } from './affects.ts';
import type { Change, ChangeLog, ReadMark } from './change-log.ts';
import { toSortPosition } from '../query/sort-position.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import type { Slice } from '../query/slice.ts';

/** Maximum number of cached pages of all plans together. */
const MAX_PAGES = 8000;
/** Longer pages are not cached. */
const MAX_ROWS = 200;

interface CachedPage {
  readonly rids: readonly number[];
  readonly epoch: number;
  next: number;
}

/** Caches pages that an index scan found, as long as nothing moves in their order. */
export class PageCache {
  readonly #log: ChangeLog;
  #byPlan = new WeakMap<QueryPlan, Map<string, CachedPage>>();
  #count = 0;

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  get(plan: QueryPlan, slice: Slice): readonly number[] | undefined {
    const pages = this.#byPlan.get(plan);
    const page = pages?.get(getPageKey(slice));
    if (!pages || !page) return undefined;
    const changes = this.#log.since(plan.collection.name, page);
    if (changes === undefined || affectsOrder(plan, changes)) {
      pages.delete(getPageKey(slice));
      this.#count -= 1;
      return undefined;
    }
    page.next += changes.length;
    return page.rids;
  }

  set(plan: QueryPlan, slice: Slice, rids: readonly number[], { epoch, next }: ReadMark): void {
    if (!plan.canCacheOrder || epoch !== this.#log.epoch || slice.limit > MAX_ROWS) return;
    if (this.#count >= MAX_PAGES) this.clear();
    let pages = this.#byPlan.get(plan);
    if (!pages) this.#byPlan.set(plan, (pages = new Map<string, CachedPage>()));
    if (!pages.has(getPageKey(slice))) this.#count += 1;
    pages.set(getPageKey(slice), { rids, epoch, next });
  }

  clear(): void {
    this.#byPlan = new WeakMap();
    this.#count = 0;
  }
}

const getPageKey = (slice: Slice): string => `${slice.offset} ${slice.limit}`;

/** Whether a record was added to the order, removed from it, or moved in it. */
function affectsOrder(plan: QueryPlan, changes: readonly Change[]): boolean {
  if (changes.length === 0) return false;
  const compare = compareBy(plan.steps);
  return affects(plan, changes, (id, before, after) => compare(toSortPosition(id, before, plan), toSortPosition(id, after, plan)) === 0);
}
