import type { ChangeLog } from './change-log.ts';
import type { QueryPlan } from './query-plan.ts';

const TOTALS_KEPT = 10_000;

interface KeptTotal {
  total: number;
  epoch: number;
  /** Number of the next change to take in. */
  next: number;
}

/** Exact totals, brought up to date when they are asked for from the changes since. */
export class KeptTotals {
  readonly #log: ChangeLog;
  readonly #totals = new Map<string, KeptTotal>();

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  /** The total of a query, if it is known. */
  current(plan: QueryPlan): number | undefined {
    const kept = this.#totals.get(plan.countKey);
    if (!kept) return undefined;
    const changes = this.#log.since(plan.collection.name, kept);
    this.#totals.delete(plan.countKey);
    if (changes === undefined) return undefined;
    if (changes.length > 0) {
      const matches = plan.matcher();
      for (const change of changes) {
        if (change.before !== undefined && matches(change.id, change.before)) kept.total -= 1;
        if (change.after !== undefined && matches(change.id, change.after)) kept.total += 1;
      }
      kept.next += changes.length;
    }
    this.#totals.set(plan.countKey, kept);
    return kept.total;
  }

  /** `next`: number of the first change that the total does not contain. */
  keep(plan: QueryPlan, total: number, epoch: number, next: number): void {
    if (!plan.keepsTotal || epoch !== this.#log.epoch) return;
    this.#totals.set(plan.countKey, { total, epoch, next });
    if (this.#totals.size > TOTALS_KEPT) this.#totals.delete(this.#totals.keys().next().value ?? '');
  }
}
