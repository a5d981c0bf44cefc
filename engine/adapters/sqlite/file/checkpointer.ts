import type { Connection } from './connection.ts';
import type { ReaderPool } from '../threads/reader-pool.ts';

/** Number of WAL pages (48 MiB) at which a checkpoint starts: a page that changed often is moved only once. */
const CHECKPOINT_THRESHOLD = 12_000;
/**
 * Number of WAL pages (192 MiB) at which the checkpoint is completed so that the WAL is reset. This pauses commits, so it
 * should be rare.
 */
const MAX_LOG_PAGES = 48_000;
/** Maximum number of pages that are moved while commits have to wait, in a few milliseconds. */
const MAX_FINAL_PAGES = 400;
/** A pass of the reader thread must leave less than this share of the pages of the pass before; under a bulk load none does. */
const MIN_PROGRESS_RATIO = 0.7;

/**
 * Moves the WAL into the file in a reader thread, so that no request waits for it. The WAL is reset when all of it was
 * moved, which happens in any quiet moment. Under constant load the writer thread sometimes moves the few pages that were
 * committed meanwhile. If no thread does it, SQLite does it after a commit (`wal_autocheckpoint`).
 */
export class Checkpointer {
  readonly #connection: Connection;
  readonly #readers: ReaderPool;
  readonly #endLog: () => void;
  #running = false;

  constructor(connection: Connection, readers: ReaderPool, endLog: () => void) {
    this.#connection = connection;
    this.#readers = readers;
    this.#endLog = endLog;
  }

  noticeCommit(): void {
    if (this.#running || this.#pages().waiting < CHECKPOINT_THRESHOLD) return;
    this.#running = true;
    const done = (): void => {
      this.#running = false;
    };
    this.#checkpoint(Infinity).then(done, done);
  }

  /**
   * Each pass is shorter than the one before, because less was committed meanwhile. It repeats until so little is left
   * that the writer may do it.
   */
  async #checkpoint(before: number): Promise<void> {
    await this.#readers.checkpoint();
    if (!this.#connection.db.open) return;
    const { logged, waiting } = this.#pages();
    if (logged <= MAX_LOG_PAGES) return;
    if (waiting > MAX_FINAL_PAGES && waiting < before * MIN_PROGRESS_RATIO) await this.#checkpoint(waiting);
    else this.#endLog();
  }

  #pages(): { readonly logged: number; readonly waiting: number } {
    const [, logged, moved] = this.#connection.first('PRAGMA wal_checkpoint(NOOP)', []) ?? [];
    return { logged: Number(logged), waiting: Number(logged) - Number(moved) };
  }
}
