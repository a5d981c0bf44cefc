import type { Driver } from './driver.ts';
import type { QueryPlan } from './query-plan.ts';
import type { StoreContext } from './store-context.ts';

/** So many rows are fetched and sorted at once, in about two milliseconds. */
export const FEW_ROWS = 1500;
/** An estimate is used for so many milliseconds. */
const ESTIMATE_AGE = 20_000;
const ESTIMATES_KEPT = 5000;

/** How many rows drivers find, counted up to a bound and remembered for a while. */
export class DriverEstimates {
  readonly #context: Pick<StoreContext, 'connection'>;
  readonly #known = new Map<string, { readonly rows: number; readonly at: number }>();

  readonly #names = new WeakMap<Driver, string>();

  constructor(context: Pick<StoreContext, 'connection'>) {
    this.#context = context;
  }

  /** The driver that finds the fewest rows, if these are few. */
  choose(plan: QueryPlan, drivers: readonly Driver[]): Driver | undefined {
    let best: { readonly driver: Driver; readonly rows: number } | undefined;
    for (const driver of drivers) {
      const rows = this.#rows(driver, plan);
      if (rows <= FEW_ROWS && rows < (best?.rows ?? Infinity)) best = { driver, rows };
      // Looking for a better one would cost more than it saves.
      if (best && best.rows < 40) break;
    }
    return best?.driver;
  }

  #rows(driver: Driver, plan: QueryPlan): number {
    let key = this.#names.get(driver);
    if (key === undefined) this.#names.set(driver, (key = `${plan.collection.name}\n${driver.text}\n${JSON.stringify(driver.params)}`));
    const known = this.#known.get(key);
    const now = Date.now();
    if (known && now - known.at < ESTIMATE_AGE) return known.rows;
    const rows = this.#count(driver);
    this.#known.delete(key);
    this.#known.set(key, { rows, at: now });
    if (this.#known.size > ESTIMATES_KEPT) this.#known.delete(this.#known.keys().next().value ?? '');
    return rows;
  }

  #count(driver: Driver): number {
    const { connection } = this.#context;
    const counted = connection.budget.withinRows(FEW_ROWS * 2, () => connection.first(`SELECT count(*) FROM (SELECT 1 FROM (${driver.text}) LIMIT ?)`, [...driver.params, FEW_ROWS + 1]));
    return counted === undefined ? Infinity : Number(counted[0]);
  }
}
