import type { Statement } from '../query/statement.ts';

/** Tasks of a reader thread. */
export type ReaderTask =
  /** Runs statements in one read transaction. With `each` they find row numbers, and each row is read by it. */
  | { readonly kind: 'read'; readonly statements: readonly Statement[]; readonly each?: string; readonly deadline: number }
  /** Scans an order and returns a row at every `every` rows, and the number of rows scanned. */
  | {
      readonly kind: 'marks';
      readonly segments: readonly Statement[];
      readonly every: number;
      readonly rows: number;
      readonly deadline: number;
    }
  /** Reads the row numbers of a whole order, of at most `max` rows. */
  | { readonly kind: 'order'; readonly statement: Statement; readonly max: number; readonly deadline: number }
  /** Moves the WAL into the file, as far as no reader needs it. */
  | { readonly kind: 'checkpoint' }
  /** Returns how often each index was used since the last such task. */
  | { readonly kind: 'uses' }
  /** Opens a cursor in its own transaction, which reads one snapshot until its end. `each` reads a row by its number. */
  | { readonly kind: 'open'; readonly cursor: number; readonly statement: Statement; readonly each: string }
  | { readonly kind: 'next'; readonly cursor: number; readonly rows: number }
  | { readonly kind: 'close'; readonly cursor: number };

export interface ReaderRequest {
  readonly id: number;
  readonly task: ReaderTask;
}

export interface ReadResult {
  /** Commit position of the state that was read. */
  readonly position: number;
  /** Rows of each statement. */
  readonly results: readonly (readonly (readonly unknown[])[])[];
}

export interface BookmarksResult {
  readonly position: number;
  readonly bookmarks: readonly { readonly ordinal: number; readonly row: readonly unknown[] }[];
  /** Rows scanned; fewer than requested when the order ended. */
  readonly scannedRows: number;
}

export interface OrderResult {
  readonly position: number;
  readonly rids: Uint32Array;
  /** The order is longer than requested; `rids` is then empty. */
  readonly isLonger: boolean;
}

export type ReaderReply =
  | { readonly id: number; readonly kind: 'done'; readonly result: unknown }
  | { readonly id: number; readonly kind: 'too costly' }
  | { readonly id: number; readonly kind: 'failed'; readonly code: string; readonly message: string };

/** What a reader thread is started with. */
export interface ReaderSetup {
  readonly file: string;
}
