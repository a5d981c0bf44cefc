import type { Statement } from './query-text.ts';

/** What the store asks of a reader thread. */
export type ReaderTask =
  /** Runs statements in one read transaction. */
  | { readonly kind: 'read'; readonly statements: readonly Statement[]; readonly deadline: number }
  /** Walks an order and answers a row at every `every` of them, and how far it came. */
  | { readonly kind: 'marks'; readonly segments: readonly Statement[]; readonly every: number; readonly rows: number; readonly deadline: number }
  /** Reads the row numbers of a whole order, of at most `most` rows. */
  | { readonly kind: 'order'; readonly statement: Statement; readonly max: number; readonly deadline: number }
  /** Moves the log into the file, as far as no one reads it. */
  | { readonly kind: 'checkpoint' }
  /** Opens a cursor on a transaction of its own, which shows one state to its end. `each` reads a row by its number. */
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
  /** Rows scanned; fewer than asked when the order ended. */
  readonly scannedRows: number;
}

export interface OrderResult {
  readonly position: number;
  readonly rids: Uint32Array;
  /** The order is longer than asked; `rids` is empty then. */
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
