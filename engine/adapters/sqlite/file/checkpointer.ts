import { statSync } from 'node:fs';
import { CHECKPOINT_THRESHOLD, MAX_LOG_PAGES, type Connection } from './connection.ts';
import type { ReaderPool } from '../threads/reader-pool.ts';

/** Maximum number of pages that are moved while commits have to wait, in a few milliseconds. */
const MAX_FINAL_PAGES = 400;
/** A pass of the reader thread must leave less than this share of the pages of the pass before; under a bulk load none does. */
const MIN_PROGRESS_RATIO = 0.7;
/** Milliseconds without a commit after which a long WAL is emptied. */
const QUIET_MILLISECONDS = 2_000;
/** Bytes (64 MiB) above which a WAL is long: one that is reset in time stays below. */
const LONG_LOG = 67_108_864;
/** A read that was running may prevent that the WAL is emptied; then it is tried again. */
const MAX_TRUNCATIONS = 5;

/** The thread that writes to the WAL. */
interface LogWriter {
  /** Moves what is left of the WAL into the file. */
  endLog(): void;
  /** Moves the WAL into the file and empties it; false when a read or another process still needs it. */
  truncateLog(): Promise<boolean>;
}

/**
 * Moves the WAL into the file in a reader thread, so that no request waits for it. The WAL is reset when all of it was
 * moved, which happens in any quiet moment. Under constant load the writer thread sometimes moves the few pages that were
 * committed meanwhile. If no thread does it, SQLite does it after a commit (`wal_autocheckpoint`).
 *
 * A reset WAL keeps its size, because commits that overwrite it take a third less time than commits that extend it. After a
 * burst of commits that made it long it is emptied in the first quiet moment.
 */
export class Checkpointer {
  readonly #connection: Connection;
  readonly #readers: ReaderPool;
  readonly #writer: LogWriter;
  #running = false;
  #quiet: NodeJS.Timeout | undefined;

  constructor(connection: Connection, readers: ReaderPool, writer: LogWriter) {
    this.#connection = connection;
    this.#readers = readers;
    this.#writer = writer;
  }

  noticeCommit(): void {
    this.#awaitQuiet();
    if (this.#running || this.#pages().waiting < CHECKPOINT_THRESHOLD) return;
    this.#running = true;
    const done = (): void => {
      this.#running = false;
    };
    this.#checkpoint(Infinity).then(done, done);
  }

  /** Moves the whole WAL into the file and empties it, unless a long read needs it. */
  async truncate(): Promise<void> {
    for (let times = 0; times < MAX_TRUNCATIONS; times += 1) {
      // First in a reader thread, so that commits wait only for what is left.
      await this.#readers.checkpoint();
      if (await this.#writer.truncateLog()) return;
    }
  }

  stop(): void {
    clearTimeout(this.#quiet);
    this.#quiet = undefined;
  }

  #awaitQuiet(): void {
    if (this.#quiet) this.#quiet.refresh();
    else this.#quiet = setTimeout(() => void this.#truncateLong().catch(() => undefined), QUIET_MILLISECONDS).unref();
  }

  async #truncateLong(): Promise<void> {
    const size = statSync(`${this.#connection.db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LONG_LOG) await this.truncate();
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
    else this.#writer.endLog();
  }

  #pages(): { readonly logged: number; readonly waiting: number } {
    const [, logged, moved] = this.#connection.first('PRAGMA wal_checkpoint(NOOP)', []) ?? [];
    return { logged: Number(logged), waiting: Number(logged) - Number(moved) };
  }
}
