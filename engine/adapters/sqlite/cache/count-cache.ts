import type { ChangeLog, ReadMark } from './change-log.ts';
import type { QueryPlan } from '../query/query-plan.ts';

const MAX_COUNTS = 10_000;

interface CachedCount {
  total: number;
  readonly epoch: number;
  /** Number of the next change to apply. */
  next: number;
}

/** Caches exact totals; reading one updates it from the changes since. */
export class CountCache {
  readonly #log: ChangeLog;
  readonly #totals = new Map<string, CachedCount>();

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  /** The total of a query, if it is cached. */
  get(plan: QueryPlan): number | undefined {
    const cached = this.#totals.get(plan.countKey);
    if (!cached) return undefined;
    const changes = this.#log.since(plan.collection.name, cached);
    this.#totals.delete(plan.countKey);
    if (changes === undefined) return undefined;
    if (changes.length > 0) {
      const matches = plan.matcher();
      for (const change of changes) {
        if (change.before !== undefined && matches(change.id, change.before)) cached.total -= 1;
        if (change.after !== undefined && matches(change.id, change.after)) cached.total += 1;
      }
      cached.next += changes.length;
    }
    this.#totals.set(plan.countKey, cached);
    return cached.total;
  }

  set(plan: QueryPlan, total: number, { epoch, next }: ReadMark): void {
    if (!plan.canCacheCount || epoch !== this.#log.epoch) return;
    this.#totals.set(plan.countKey, { total, epoch, next });
    if (this.#totals.size > MAX_COUNTS) this.#totals.delete(this.#totals.keys().next().value ?? '');
  }

  clear(): void {
    this.#totals.clear();
  }
}
