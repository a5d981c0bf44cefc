import Database from 'better-sqlite3';
import { MusterError } from '../../../errors/index.ts';
import { Budget } from './budget.ts';
import { IndexUseCounter, type IndexUseCounts } from './index-use-counter.ts';

const MAX_STATEMENTS = 600;
/** Bytes of a page in the WAL, with its header. */
const LOGGED_PAGE_BYTES = 4120;
/** Number of WAL pages (48 MiB) at which a checkpoint starts: a page that changed often is moved only once. */
export const CHECKPOINT_THRESHOLD = 12_000;
/**
 * Number of WAL pages (192 MiB) at which the checkpoint is completed so that the WAL is reset. This pauses commits, so it
 * should be rare.
 */
export const MAX_LOG_PAGES = 48_000;
/** 3.51.3 fixes a race between checkpoint and commit that could lose a WAL reset. */
const MIN_VERSION = [3, 51, 3] as const;

export interface ConnectionOptions {
  readonly file: string;
  readonly readonly: boolean;
  /** Page cache in KiB; pages are read on demand, so an idle process stays small. */
  readonly cacheKibibytes: number;
}

interface CachedStatement {
  readonly statement: Database.Statement;
  /** Runs since the uses of indexes were last taken. */
  runs: number;
}

/** A connection that caches its prepared statements by text; the least recently used one is dropped first. */
export class Connection {
  readonly db: Database.Database;
  readonly budget: Budget;
  readonly #statements = new Map<string, CachedStatement>();
  readonly #indexUses: IndexUseCounter;

  constructor(options: ConnectionOptions) {
    this.db = new Database(options.file, { readonly: options.readonly, timeout: 5000 });
    assertVersion(this.db, options.file);
    this.db.pragma(`cache_size = -${options.cacheKibibytes}`);
    this.db.pragma('temp_store = MEMORY');
    this.db.pragma('foreign_keys = OFF');
    if (!options.readonly) prepareFile(this.db);
    this.budget = new Budget(this.db);
    this.#indexUses = new IndexUseCounter(this.db);
  }

  /** Returns the prepared statement of a text, to run it once; its rows are arrays. */
  statement(text: string): Database.Statement {
    const known = this.#statements.get(text);
    if (known) {
      this.#statements.delete(text);
      this.#statements.set(text, known);
      known.runs += 1;
      return known.statement;
    }
    const statement = this.db.prepare(text);
    if (statement.reader) statement.raw(true);
    this.#statements.set(text, { statement, runs: 1 });
    if (this.#statements.size > MAX_STATEMENTS) this.#dropOldest();
    return statement;
  }

  #dropOldest(): void {
    const [oldest] = this.#statements;
    if (oldest === undefined) return;
    const [text, { runs }] = oldest;
    this.#statements.delete(text);
    this.countRuns(text, runs);
  }

  /** Counts runs of a statement that another connection ran. */
  countRuns(text: string, runs: number): void {
    this.#indexUses.add(text, runs);
  }

  /** How often statements used each index since the last call. */
  takeIndexUses(): IndexUseCounts {
    for (const [text, cached] of this.#statements) {
      this.#indexUses.add(text, cached.runs);
      cached.runs = 0;
    }
    return this.#indexUses.take();
  }

  all(text: string, params: readonly unknown[]): unknown[][] {
    return this.statement(text).all(params) as unknown[][];
  }

  first(text: string, params: readonly unknown[]): unknown[] | undefined {
    return this.statement(text).get(params) as unknown[] | undefined;
  }

  close(): void {
    this.#statements.clear();
    this.db.close();
  }
}

function prepareFile(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  // Checkpoints run in a reader thread; this one is for when none does it.
  db.pragma('wal_autocheckpoint = 100000');
  // No `PRAGMA optimize`: plans are chosen here, and with statistics of a table that was small then SQLite scans it
  // later.
  // Not smaller than a WAL becomes under constant load: one that keeps its size is overwritten in place, and syncs in less
  // time. `Checkpointer` empties a long one in a quiet moment.
  db.pragma(`journal_size_limit = ${MAX_LOG_PAGES * LOGGED_PAGE_BYTES}`);
}

export function sqliteVersion(db: Database.Database): string {
  return String(db.prepare('SELECT sqlite_version()').pluck().get());
}

function assertVersion(db: Database.Database, where: string): void {
  const version = sqliteVersion(db);
  const parts = version.split('.').map(Number);
  const order = MIN_VERSION.map((least, index) => (parts[index] ?? 0) - least).find((difference) => difference !== 0) ?? 0;
  if (order < 0)
    throw new MusterError('store_refused', { values: { where, cause: `SQLite ${version} is older than ${MIN_VERSION.join('.')}` } });
}
