import type { MessagePort } from 'node:worker_threads';
import type { CollectionSchema } from '#engine/model';
import type { VersionedArea } from '../../ports/index.ts';
import type { Statement } from './query-text.ts';
import type { SearchTables } from './search-writer.ts';
import type { EncodedUnit } from './encode-unit.ts';

/** One write as statements. */
export interface CompiledWrite {
  /** Answers the row's number: a statement that returns it, or an insert, whose new row it is. No row: another version stands. */
  readonly row: Statement;
  readonly isInsert: boolean;
  /** What follows; the row's number is bound after their own parameters. */
  readonly rest: readonly Statement[];
}

/** A unit of work as statements: all checks and guards are read before anything is written. */
export interface CompiledUnit {
  /** Statements that answer the version that a record has. */
  readonly versionChecks: readonly { readonly read: Statement; readonly version: number | null }[];
  /** Statements that must answer no row. */
  readonly absenceChecks: readonly Statement[];
  readonly writes: readonly CompiledWrite[];
  readonly bumps: readonly VersionedArea[];
}

/** What the store asks of its writer thread. */
export type WriterTask =
  | { readonly kind: 'unit'; readonly code: EncodedUnit; readonly bumps: readonly VersionedArea[] }
  | { readonly kind: 'numbers'; readonly sequence: string; readonly count: number }
  /** Brings the file to these shapes. */
  | { readonly kind: 'shapes'; readonly schemas: readonly CollectionSchema[] }
  /** Writes at most so many waiting texts to a search table; answers how many. */
  | { readonly kind: 'texts'; readonly tables: SearchTables; readonly max: number }
  /** One step of merging a search table; answers 1 when there is more to do. */
  | { readonly kind: 'merge'; readonly tables: SearchTables; readonly isFirst: boolean };

/** Settings of the writing connection that can be read, and set while it runs. */
export type WriterSetting = 'synchronous' | 'max_page_count' | 'query_only';

/**
 * `setting` sets one if a value is given and answers it; `checkpoint` brings the log to its end; `close` ends the thread.
 * They are done between two transactions, when all before them is done.
 */
export type WriterRequest =
  | { readonly id: number; readonly task: WriterTask }
  | { readonly id: number; readonly setting: WriterSetting; readonly value: number | undefined }
  | { readonly kind: 'checkpoint' | 'close' };

/** Requests, with the texts that they name by number and that were not sent before; `forget`: the numbers begin anew. */
export interface WriterBatch {
  readonly requests: readonly WriterRequest[];
  readonly texts: readonly string[];
  readonly resetsTexts: boolean;
}

export interface WriterError {
  readonly code: string;
  readonly message: string;
}

export type TaskResult =
  | { readonly kind: 'written'; readonly rids: readonly number[]; readonly position: number }
  /** Which checks and guards no longer hold. */
  | { readonly kind: 'stale'; readonly versionChecks: readonly number[]; readonly absenceChecks: readonly number[] }
  /** One of the writes could not be; no error: another version stands. */
  | { readonly kind: 'refused'; readonly write: number; readonly error: WriterError | undefined }
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'failed'; readonly error: WriterError };

/** A transaction of several tasks, as it is about to be committed. */
export interface TransactionGroup {
  /** Its own number, which the file holds beside the position once it stands. */
  readonly stamp: number;
  /** Commit positions before and after it. */
  readonly from: number;
  readonly to: number;
  readonly bumps: readonly VersionedArea[];
  readonly results: readonly { readonly id: number; readonly answer: TaskResult }[];
}

/**
 * `group` comes before the transaction's COMMIT, so that a reader who sees it already knows what it holds; `stands` after
 * the COMMIT reached the disk; `undone`: nothing of these tasks stands.
 */
export type WriterMessage =
  | { readonly kind: 'group'; readonly group: TransactionGroup }
  | { readonly kind: 'stands' }
  | { readonly kind: 'setting'; readonly id: number; readonly value: number }
  | { readonly kind: 'undone'; readonly ids: readonly number[]; readonly error: WriterError };

/** What the writer thread is started with. */
export interface WriterSetup {
  readonly file: string;
  readonly maximumPages: number | undefined;
  readonly port: MessagePort;
}
