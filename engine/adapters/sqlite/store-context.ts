import type { QueryCache } from './cache/query-cache.ts';
import type { Collection, CollectionMap } from './schema/collection.ts';
import type { Connection } from './file/connection.ts';
import type { FileWatcher } from './file/file-watcher.ts';
import type { Planner } from './query/query-plan.ts';
import type { ReaderPool } from './threads/reader-pool.ts';
import type { StoreVersions } from './file/store-versions.ts';

/** State that the parts of one open store share. */
export interface StoreContext {
  readonly connection: Connection;
  readonly collections: CollectionMap;
  readonly versions: StoreVersions;
  readonly cache: QueryCache;
  readonly planner: Planner;
  readonly readers: ReaderPool;
  readonly file: string;
  /** Nothing is written, see `SqliteStoreOptions.isReadOnly`. */
  readonly isReadOnly: boolean;
  /** Checks that the file is still where it was opened. */
  readonly fileWatcher: FileWatcher;
}

/** Milliseconds that a query without an index may take, unless it sets its own deadline. */
export const DEFAULT_DEADLINE = 10_000;

/** A collection of up to this many rows is scanned on the main thread: sending it to another thread costs more. */
export const SMALL_ROWS = 1000;

/** Whether a collection has few rows, by its highest row number: an upper bound that costs one lookup. */
export function isSmall(context: Pick<StoreContext, 'connection'>, collection: Collection): boolean {
  const [highest] = context.connection.first(`SELECT max(rid) FROM ${collection.table}`, []) ?? [];
  return Number(highest ?? 0) <= SMALL_ROWS;
}
