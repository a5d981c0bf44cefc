import type { Connection } from './connection.ts';
import type { ReaderPool } from './reader-pool.ts';

/** Pages in the log that make a checkpoint worth its writes, 24 MiB: a page that changed often is moved once. */
const WORTH_PAGES = 12_000;
/** So few pages are moved at once while nobody else may commit, in some ten milliseconds. */
const FEW_PAGES = 3000;
/** A log of so many pages (72 MiB) is brought to its end between two transactions, so that it begins anew. */
const LONG_LOG = 36_000;

/**
 * Moves the log into the file from a reader thread, so that no request waits for it. The log begins anew when all of it
 * was moved, which happens in any quiet moment; under unbroken load the writer thread moves the few pages committed
 * meanwhile, now and then. Should no thread come to it, SQLite does it itself after a commit (`wal_autocheckpoint`).
 */
export class CheckpointKeeper {
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
    if (this.#running || this.#pages().waiting < WORTH_PAGES) return;
    this.#running = true;
    const done = (): void => {
      this.#running = false;
    };
    this.#readers.checkpoint().then(() => this.#finish()).then(done, done);
  }

  #pages(): { readonly logged: number; readonly waiting: number } {
    const [, logged, moved] = this.#connection.first('PRAGMA wal_checkpoint(NOOP)', []) ?? [];
    return { logged: Number(logged), waiting: Number(logged) - Number(moved) };
  }

  #finish(): void {
    if (!this.#connection.db.open) return;
    const { logged, waiting } = this.#pages();
    if (logged > LONG_LOG && waiting < FEW_PAGES) this.#endLog();
  }
}
