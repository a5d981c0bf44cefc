import { compareBy } from '#engine/model';
import type { Change, ChangeLog } from './change-log.ts';
import { placeOf } from './place.ts';
import type { QueryPlan } from './query-plan.ts';
import type { Slice } from './slice.ts';

/** Pages kept of all plans together. */
const PAGES_KEPT = 8000;
/** Longer pages are not kept. */
const MOST_ROWS = 200;

interface KeptPage {
  readonly rids: readonly number[];
  readonly epoch: number;
  next: number;
}

/** Pages as an index walk found them, as long as nothing moves in their order. */
export class KeptPages {
  readonly #log: ChangeLog;
  #byPlan = new WeakMap<QueryPlan, Map<string, KeptPage>>();
  #count = 0;

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  current(plan: QueryPlan, slice: Slice): readonly number[] | undefined {
    const pages = this.#byPlan.get(plan);
    const page = pages?.get(nameOf(slice));
    if (!pages || !page) return undefined;
    const changes = this.#log.since(plan.collection.name, page);
    if (changes === undefined || movesOrder(plan, changes)) {
      pages.delete(nameOf(slice));
      this.#count -= 1;
      return undefined;
    }
    page.next += changes.length;
    return page.rids;
  }

  /** `next`: number of the first change that the page does not contain. */
  keep(plan: QueryPlan, slice: Slice, rids: readonly number[], epoch: number, next: number): void {
    if (!plan.keepsOrder || epoch !== this.#log.epoch || slice.limit > MOST_ROWS) return;
    if (this.#count >= PAGES_KEPT) {
      this.#byPlan = new WeakMap();
      this.#count = 0;
    }
    let pages = this.#byPlan.get(plan);
    if (!pages) this.#byPlan.set(plan, (pages = new Map<string, KeptPage>()));
    if (!pages.has(nameOf(slice))) this.#count += 1;
    pages.set(nameOf(slice), { rids, epoch, next });
  }
}

const nameOf = (slice: Slice): string => `${slice.offset} ${slice.limit}`;

/** Whether a record came to the order, left it, or stands elsewhere in it. */
function movesOrder(plan: QueryPlan, changes: readonly Change[]): boolean {
  if (changes.length === 0) return false;
  const matches = plan.matcher();
  const compare = compareBy(plan.steps);
  return changes.some(({ id, before, after }) => {
    const was = before !== undefined && matches(id, before);
    const is = after !== undefined && matches(id, after);
    if (was && is) return compare(placeOf(id, before, plan), placeOf(id, after, plan)) !== 0;
    return was || is;
  });
}
