import type { CountOptions } from '../../../ports/index.ts';
import { EQUALITY_RANK, type CandidateQuery } from './candidate-query.ts';
import type { QueryExecutor } from './query-executor.ts';
import type { QueryPlan } from './query-plan.ts';
import { countRows } from './query-text.ts';
import { isSmall, SMALL_ROWS, type StoreContext } from '../store-context.ts';

export interface CountResult {
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** Counts totals: from the cache where possible, by an index where that is little work, else in a reader thread. */
export class RowCounter {
  readonly #context: StoreContext;
  readonly #executor: QueryExecutor;

  constructor(context: StoreContext, executor: QueryExecutor) {
    this.#context = context;
    this.#executor = executor;
  }

  count(plan: QueryPlan, deadline: number, options: CountOptions = {}): CountResult | Promise<CountResult> {
    const cached = this.#context.cache.getTotal(plan);
    this.#context.cache.countUse(cached !== undefined);
    const known = cached ?? this.#executor.findOrder(plan)?.length ?? this.#countOnMainThread(plan);
    if (known !== undefined) return { total: known, totalIsExact: true };
    return this.#countShared(plan, deadline, options.totalLimit);
  }

  /** Concurrent requests for the same total share one count; writes made meanwhile are applied by replay. */
  async #countShared(plan: QueryPlan, deadline: number, limit: number | undefined): Promise<CountResult> {
    const { cache, versions } = this.#context;
    if (!plan.canCacheCount || !cache.isOn) return this.#countInReader(plan, deadline, limit);
    let isOwn = false;
    const count = await cache.share(`count ${plan.countKey}\n${limit ?? ''}`, deadline, (within) => {
      isOwn = true;
      return this.#countInReader(plan, within, limit);
    });
    if (isOwn || !count.totalIsExact) return count;
    versions.refresh();
    const total = cache.getTotal(plan);
    return total === undefined ? this.#countInReader(plan, deadline, limit) : { total, totalIsExact: true };
  }

  #countOnMainThread(plan: QueryPlan): number | undefined {
    const { connection, cache } = this.#context;
    if (!isSmall(this.#context, plan.collection)) return undefined;
    const mark = cache.beginRead(plan.collection.name);
    const statement = countRows(plan, undefined, -1);
    const row = connection.budget.withinRows(SMALL_ROWS * 4, () => connection.first(statement.text, statement.params));
    if (row === undefined) return undefined;
    cache.setTotal(plan, Number(row[0]), mark);
    return Number(row[0]);
  }

  async #countInReader(plan: QueryPlan, deadline: number, limit: number | undefined): Promise<CountResult> {
    const { cache, readers, versions } = this.#context;
    const begun = cache.beginRead(plan.collection.name);
    const statement = countRows(plan, pickForCount(plan.filterDrivers), limit === undefined ? -1 : limit + 1);
    const { position, results } = await readers.read({ kind: 'read', statements: [statement], deadline });
    const total = Number(results[0]?.[0]?.[0]);
    if (limit !== undefined && total > limit) return { total: limit, totalIsExact: false };
    versions.refresh();
    const mark = cache.endRead(plan.collection.name, begun, position);
    if (mark !== undefined) cache.setTotal(plan, total, mark);
    return { total: cache.getTotal(plan) ?? total, totalIsExact: true };
  }
}

/**
 * Uses a text index, which finds fewer than all rows. Rows that an equality finds are fetched in the order of the table
 * and not of the index, where each would be on another page.
 */
function pickForCount(candidateQueries: readonly CandidateQuery[]): CandidateQuery | undefined {
  return (
    candidateQueries.find((candidateQuery) => candidateQuery.isSearch) ??
    candidateQueries.find((candidateQuery) => candidateQuery.rank <= EQUALITY_RANK)
  );
}
