import type { Database } from 'better-sqlite3';

/** Thrown out of a statement that walks more rows, or longer, than it may. */
export class OverBudget extends Error {}

const OVER_BUDGET = new OverBudget('over budget');

/** How often the clock is read while rows are walked. */
const ROWS_PER_CLOCK_CHECK = 128;

/**
 * Bounds what a statement may walk. Each statement names `budget(rid)` in its conditions; SQLite calls it once for each
 * row that it looks at, and it throws past the bound. It is the only way to stop a statement of this driver midway.
 */
export class Budget {
  #rows = Infinity;
  #until = Infinity;
  #look = ROWS_PER_CLOCK_CHECK;

  constructor(db: Database) {
    db.function('budget', { deterministic: false }, (_rid: unknown) => this.#spend());
  }

  #spend(): number {
    if (--this.#rows < 0) throw OVER_BUDGET;
    if (--this.#look <= 0) {
      this.#look = ROWS_PER_CLOCK_CHECK;
      if (performance.now() > this.#until) throw OVER_BUDGET;
    }
    return 1;
  }

  /** Runs with at most this many rows. Answers `undefined` when they did not do. */
  withinRows<T>(rows: number, run: () => T): T | undefined {
    this.#rows = rows;
    return this.#run(run, () => (this.#rows = Infinity));
  }

  /** Runs for at most so many milliseconds. Answers `undefined` when they did not do. */
  withinTime<T>(milliseconds: number, run: () => T): T | undefined {
    this.#until = performance.now() + milliseconds;
    this.#look = ROWS_PER_CLOCK_CHECK;
    return this.#run(run, () => (this.#until = Infinity));
  }

  /** Runs under the bound that was set, and lifts that one alone. */
  #run<T>(run: () => T, lift: () => void): T | undefined {
    try {
      return run();
    } catch (error) {
      if (error === OVER_BUDGET) return undefined;
      throw error;
    } finally {
      lift();
    }
  }
}
