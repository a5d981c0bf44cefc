import type { Connection } from './connection.ts';
import type { ReaderPool } from './reader-pool.ts';

/** Pages in the log that make a checkpoint worth its writes, 48 MiB: a page that changed often is moved once. */
const CHECKPOINT_THRESHOLD = 12_000;
/** A log of so many pages (192 MiB) is brought to its end, so that it begins anew: the fewer such halts the better. */
const MAX_LOG_PAGES = 48_000;
/** So few pages are moved while nobody may commit, in a few milliseconds. */
const MAX_FINAL_PAGES = 400;
/** A pass of the reader thread must leave so much less than the one before; under a bulk load none does. */
const MIN_PROGRESS_RATIO = 0.7;

/**
 * Moves the log into the file from a reader thread, so that no request waits for it. The log begins anew when all of it
 * was moved, which happens in any quiet moment; under unbroken load the writer thread moves the few pages committed
 * meanwhile, now and then. Should no thread come to it, SQLite does it itself after a commit (`wal_autocheckpoint`).
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

  /** Each pass is shorter than the one before, for less was committed meanwhile: until so little is left that the writer may do it. */
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
