import type { MessagePort } from 'node:worker_threads';
import type { CollectionSchema } from '#engine/model/compiled';
import type { VersionedArea } from '../../../ports/index.ts';
import type { IndexUseCounts } from '../file/index-use-counter.ts';
import type { Statement } from '../query/statement.ts';
import type { SearchTables } from '../search/search-writer.ts';

/** One write as statements. */
export interface CompiledWrite {
  /** Returns the row number: by a statement that returns it, or by an insert of the row. No row: the record has another version. */
  readonly row: Statement;
  readonly isInsert: boolean;
  /** The statements that follow; the row number is bound after their own parameters. */
  readonly rest: readonly Statement[];
}

/** A unit of work as statements: all version and absence checks run before anything is written. */
export interface CompiledUnit {
  /** Statements that return the version of a record. */
  readonly versionChecks: readonly { readonly read: Statement; readonly version: number | null }[];
  /** Statements that must return no row. */
  readonly absenceChecks: readonly Statement[];
  readonly writes: readonly CompiledWrite[];
  readonly bumps: readonly VersionedArea[];
}

/**
 * A unit as one flat list of plain values, which passes between threads several times as fast as nested objects: texts as
 * their ids, lists with their length first.
 */
export type EncodedUnit = readonly unknown[];

/** Tasks of the writer thread. */
export type WriterTask =
  | { readonly kind: 'unit'; readonly code: EncodedUnit; readonly bumps: readonly VersionedArea[] }
  | { readonly kind: 'numbers'; readonly sequence: string; readonly count: number; readonly atLeast: number }
  /** Applies these schemas to the file. */
  | { readonly kind: 'shapes'; readonly schemas: readonly CollectionSchema[] }
  /** Writes at most `max` pending texts to a search table; returns how many. */
  | { readonly kind: 'texts'; readonly tables: SearchTables; readonly max: number }
  /** Runs one step of merging a search table; returns 1 when there is more to do. */
  | { readonly kind: 'merge'; readonly tables: SearchTables; readonly isFirst: boolean };

/** Settings of the writing connection that can be read, and set while it runs. */
export type WriterSetting = 'synchronous' | 'max_page_count' | 'query_only' | 'journal_size_limit';

/**
 * `setting` sets one if a value is given, and returns it; `truncate` moves the WAL into the file and empties it, and returns
 * 1 if it is empty; `uses` returns how often each index was used since the last such request; `checkpoint` moves the WAL
 * into the file; `close` ends the thread. They run between two transactions, all but `checkpoint` after all earlier tasks.
 */
export type WriterRequest =
  | { readonly id: number; readonly task: WriterTask }
  | { readonly id: number; readonly setting: WriterSetting; readonly value: number | undefined }
  | { readonly id: number; readonly kind: 'truncate' | 'uses' }
  | { readonly kind: 'checkpoint' | 'close' };

/** Requests, with the texts that they refer to by id and that were not sent before; `resetsTexts`: the ids start again from 0. */
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
  /** Indexes of the version and absence checks that failed. */
  | { readonly kind: 'stale'; readonly versionChecks: readonly number[]; readonly absenceChecks: readonly number[] }
  /** One of the writes was refused; no error: the record has another version. */
  | { readonly kind: 'refused'; readonly write: number; readonly error: WriterError | undefined }
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'failed'; readonly error: WriterError };

/** A transaction of several tasks, as it is about to be committed. */
export interface TransactionGroup {
  /** Number of the transaction, which is in the file next to the position once it is committed. */
  readonly stamp: number;
  /** Commit positions before and after it. */
  readonly from: number;
  readonly to: number;
  readonly bumps: readonly VersionedArea[];
  readonly results: readonly { readonly id: number; readonly result: TaskResult }[];
}

/**
 * `group` is sent before the transaction's COMMIT, so that a read that sees the transaction can find its changes;
 * `committed` after the COMMIT reached the disk; `undone` when nothing of these tasks was committed.
 */
export type WriterMessage =
  | { readonly kind: 'group'; readonly group: TransactionGroup }
  | { readonly kind: 'committed' }
  /** The value that `setting`, `truncate` or `uses` returns. */
  | { readonly kind: 'reply'; readonly id: number; readonly value: number | IndexUseCounts }
  | { readonly kind: 'undone'; readonly ids: readonly number[]; readonly error: WriterError };

/** What the writer thread is started with. */
export interface WriterSetup {
  readonly file: string;
  readonly maximumPages: number | undefined;
  readonly port: MessagePort;
}
