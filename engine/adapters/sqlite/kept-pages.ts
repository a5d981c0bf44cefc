import { compareBy } from '#engine/model';
import type { Change, ChangeLog } from './change-log.ts';
import { placeOf } from './place.ts';
import type { QueryPlan } from './query-plan.ts';
import type { Slice } from './slice.ts';

const PAGES_KEPT = 4000;
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
  readonly #pages = new Map<string, KeptPage>();

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  current(plan: QueryPlan, slice: Slice): readonly number[] | undefined {
    const name = nameOf(plan, slice);
    const page = this.#pages.get(name);
    if (!page) return undefined;
    const changes = page.epoch === this.#log.epoch ? this.#log.since(plan.collection.name, page.next) : undefined;
    this.#pages.delete(name);
    if (changes === undefined || movesOrder(plan, changes)) return undefined;
    page.next += changes.length;
    this.#pages.set(name, page);
    return page.rids;
  }

  /** `next`: number of the first change that the page does not contain. */
  keep(plan: QueryPlan, slice: Slice, rids: readonly number[], epoch: number, next: number): void {
    if (!plan.keepsOrder || epoch !== this.#log.epoch || slice.limit > MOST_ROWS) return;
    this.#pages.set(nameOf(plan, slice), { rids, epoch, next });
    if (this.#pages.size > PAGES_KEPT) this.#pages.delete(this.#pages.keys().next().value ?? '');
  }
}

const nameOf = (plan: QueryPlan, slice: Slice): string => `${plan.orderKey}\n${slice.offset}\n${slice.limit}`;

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
