import type { CountOptions } from '../../ports/index.ts';
import { EQUALITY_RANK, type Driver } from './driver.ts';
import type { RowFinder } from './find-rows.ts';
import type { QueryPlan } from './query-plan.ts';
import { countRows } from './query-text.ts';
import { isSmall, SMALL_ROWS, type StoreContext } from './store-context.ts';

export interface Count {
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** Totals: kept where they can be, counted by index where that is little work, else by a reader thread. */
export class RowCounter {
  readonly #context: StoreContext;
  readonly #finder: RowFinder;

  constructor(context: StoreContext, finder: RowFinder) {
    this.#context = context;
    this.#finder = finder;
  }

  count(plan: QueryPlan, deadline: number, options: CountOptions = {}): Count | Promise<Count> {
    const known = this.#context.totals.current(plan) ?? this.#finder.orderOf(plan)?.length ?? this.#countHere(plan);
    if (known !== undefined) return { total: known, totalIsExact: true };
    return this.#countOnce(plan, deadline, options.totalLimit);
  }

  /** Requests for the same total at once share one count; what was saved meanwhile is taken in by replay. */
  async #countOnce(plan: QueryPlan, deadline: number, limit: number | undefined): Promise<Count> {
    if (!plan.keepsTotal) return this.#countApart(plan, deadline, limit);
    let isOwn = false;
    const count = await this.#context.work.join(`count ${plan.countKey}\n${limit ?? ''}`, deadline, (within) => {
      isOwn = true;
      return this.#countApart(plan, within, limit);
    });
    if (isOwn || !count.totalIsExact) return count;
    this.#context.versions.look();
    const total = this.#context.totals.current(plan);
    return total === undefined ? this.#countApart(plan, deadline, limit) : { total, totalIsExact: true };
  }

  #countHere(plan: QueryPlan): number | undefined {
    const { connection, log, totals } = this.#context;
    if (!isSmall(this.#context, plan.collection)) return undefined;
    const next = log.watch(plan.collection.name);
    const statement = countRows(plan, undefined, -1);
    const row = connection.budget.withinRows(SMALL_ROWS * 4, () => connection.first(statement.text, statement.params));
    if (row === undefined) return undefined;
    totals.keep(plan, Number(row[0]), log.epoch, next);
    return Number(row[0]);
  }

  async #countApart(plan: QueryPlan, deadline: number, limit: number | undefined): Promise<Count> {
    const { log, readers, totals, versions } = this.#context;
    const { epoch } = log;
    const watched = log.watch(plan.collection.name);
    const statement = countRows(plan, bestForCount(plan.filterDrivers), limit === undefined ? -1 : limit + 1);
    const { position, results } = await readers.read({ kind: 'read', statements: [statement], deadline });
    const total = Number(results[0]?.[0]?.[0]);
    if (limit !== undefined && total > limit) return { total: limit, totalIsExact: false };
    versions.look();
    const next = log.numberAfter(plan.collection.name, position, watched);
    if (next !== undefined) totals.keep(plan, total, epoch, next);
    return { total: totals.current(plan) ?? total, totalIsExact: true };
  }
}

/**
 * A text index finds fewer than all. Rows that an equality finds are fetched in the order of the table rather than of the
 * index, where each would be somewhere else.
 */
function bestForCount(drivers: readonly Driver[]): Driver | undefined {
  return drivers.find((driver) => driver.isSearch) ?? drivers.find((driver) => driver.rank <= EQUALITY_RANK);
}
