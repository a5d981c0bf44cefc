import type { Database } from 'better-sqlite3';

/** Thrown from a statement that reads more rows, or takes longer, than it may. */
export class OverBudget extends Error {}

const OVER_BUDGET = new OverBudget('over budget');

/** Number of rows between two clock checks. */
const ROWS_PER_CLOCK_CHECK = 128;

/**
 * Limits the rows and the time of a statement. Each statement has `budget(rid)` in its conditions; SQLite calls it once
 * for each row that it reads, and it throws above the limit. This is the only way to stop a running statement with this
 * driver.
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

  /** Runs with at most this many rows. Returns `undefined` when they were not enough. */
  withinRows<T>(rows: number, run: () => T): T | undefined {
    this.#rows = rows;
    return this.#run(run, () => (this.#rows = Infinity));
  }

  /** Runs for at most this many milliseconds. Returns `undefined` when they were not enough. */
  withinTime<T>(milliseconds: number, run: () => T): T | undefined {
    this.#until = performance.now() + milliseconds;
    this.#look = ROWS_PER_CLOCK_CHECK;
    return this.#run(run, () => (this.#until = Infinity));
  }

  /** Runs with the limit that was set, and resets only that limit. */
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
