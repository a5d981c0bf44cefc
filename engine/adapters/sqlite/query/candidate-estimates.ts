import type { CandidateQuery } from './candidate-query.ts';
import type { QueryPlan } from './query-plan.ts';
import type { StoreContext } from '../store-context.ts';

/** Maximum number of rows that are fetched and sorted in one step, in about two milliseconds. */
export const MAX_SORTED_ROWS = 1500;
/** Milliseconds for which an estimate is used. */
const ESTIMATE_AGE = 20_000;
const MAX_ESTIMATES = 5000;

/** How many rows candidate queries find, counted up to a limit and cached for a while. */
export class CandidateEstimates {
  readonly #context: Pick<StoreContext, 'connection'>;
  readonly #known = new Map<string, { readonly rows: number; readonly at: number }>();

  readonly #names = new WeakMap<CandidateQuery, string>();

  constructor(context: Pick<StoreContext, 'connection'>) {
    this.#context = context;
  }

  /** The candidate query that finds the fewest rows, if these are few. */
  choose(plan: QueryPlan, candidateQueries: readonly CandidateQuery[]): CandidateQuery | undefined {
    let best: { readonly candidateQuery: CandidateQuery; readonly rows: number } | undefined;
    for (const candidateQuery of candidateQueries) {
      const rows = this.#rows(candidateQuery, plan);
      if (rows <= MAX_SORTED_ROWS && rows < (best?.rows ?? Infinity)) best = { candidateQuery, rows };
      // Searching for a better one would cost more than it saves.
      if (best && best.rows < 40) break;
    }
    return best?.candidateQuery;
  }

  #rows(candidateQuery: CandidateQuery, plan: QueryPlan): number {
    let key = this.#names.get(candidateQuery);
    if (key === undefined)
      this.#names.set(candidateQuery, (key = `${plan.collection.name}\n${candidateQuery.text}\n${JSON.stringify(candidateQuery.params)}`));
    const known = this.#known.get(key);
    const now = Date.now();
    if (known && now - known.at < ESTIMATE_AGE) return known.rows;
    const rows = this.#count(candidateQuery);
    this.#known.delete(key);
    this.#known.set(key, { rows, at: now });
    if (this.#known.size > MAX_ESTIMATES) this.#known.delete(this.#known.keys().next().value ?? '');
    return rows;
  }

  #count(candidateQuery: CandidateQuery): number {
    const { connection } = this.#context;
    const counted = connection.budget.withinRows(MAX_SORTED_ROWS * 2, () =>
      connection.first(`SELECT count(*) FROM (SELECT 1 FROM (${candidateQuery.text}) LIMIT ?)`, [
        ...candidateQuery.params,
        MAX_SORTED_ROWS + 1,
      ]),
    );
    return counted === undefined ? Infinity : Number(counted[0]);
  }
}
