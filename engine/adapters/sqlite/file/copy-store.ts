import Database from 'better-sqlite3';
import { translateError } from './translate-error.ts';

/** Pages that are copied before the event loop runs again, so that progress is reported and a signal is handled. */
const PAGES_PER_STEP = 2_000;

/** A copy of a store. */
export interface StoreCopyOptions {
  /** The file of the store; processes may be reading and writing it. */
  readonly from: string;
  /** The file to write. It must not exist; its folder must. */
  readonly to: string;
  /** Called after each step. */
  readonly onProgress?: (donePages: number, totalPages: number) => void;
  /** Stops the copy between two steps; the incomplete file is left to the caller. */
  readonly signal?: AbortSignal;
}

/**
 * Copies a store as it was at one commit, with SQLite's online backup. Writers are not delayed. The copy is one file without a write-ahead
 * log. Throws `store_refused` (not an SQLite file), `store_unavailable`, `store_full`, the reason of the signal.
 */
export async function copySqliteStore({ from, to, onProgress, signal }: StoreCopyOptions): Promise<void> {
  let source: Database.Database | undefined;
  try {
    source = new Database(from, { readonly: true, fileMustExist: true, timeout: 5000 });
    // One read transaction for the whole copy: without it, each commit of another process would start the copy again.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_master').get();
    await source.backup(to, {
      progress({ totalPages, remainingPages }) {
        signal?.throwIfAborted();
        onProgress?.(totalPages - remainingPages, totalPages);
        return PAGES_PER_STEP;
      },
    });
    leaveWalMode(to);
  } catch (error) {
    signal?.throwIfAborted();
    throw translateError(error, from);
  } finally {
    source?.close();
  }
}

/** In WAL mode, even reading the copy would create files beside it. A store that opens the copy switches back. */
function leaveWalMode(file: string): void {
  const copy = new Database(file, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}
