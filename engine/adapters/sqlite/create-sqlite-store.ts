import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { QueryCache } from './cache/query-cache.ts';
import { Checkpointer } from './file/checkpointer.ts';
import { CollectionMap } from './schema/collection.ts';
import { CommitQueue } from './write/commit-queue.ts';
import { Connection, sqliteVersion } from './file/connection.ts';
import { InsertFeeds } from './query/insert-feeds.ts';
import { FileWatcher } from './file/file-watcher.ts';
import { Planner } from './query/query-plan.ts';
import { ReaderPool } from './threads/reader-pool.ts';
import { registerBuckets } from './file/register-buckets.ts';
import { SearchIndexer } from './search/search-indexer.ts';
import { SqliteStore } from './sqlite-store.ts';
import { assertStoreTables, prepareStoreTables } from './file/store-tables.ts';
import { StoreVersions } from './file/store-versions.ts';
import { translateError } from './file/translate-error.ts';

/** For queries that no index serves: one long count must not block all others. */
const READER_THREADS = 2;

export interface SqliteStoreOptions {
  /** Path of the file; it and its folder are created when missing. */
  readonly file: string;
  /** Maximum size of the file in pages of 4 KiB, then `store_full`; default: limited by the disk only. */
  readonly maximumPages?: number;
  /** Whether results of reads are cached at first, see `StorePort.setQueryCache`; default true. */
  readonly queryCache?: boolean;
  /**
   * The file must exist, and nothing is written: `applySchemas` only tells what is read, writes reject with `store_read_only`. Default
   * false.
   */
  readonly isReadOnly?: boolean;
}

/**
 * Opens (or creates) a store on one SQLite file, in WAL mode with `synchronous = FULL`: a commit that resolved is on
 * disk. Several processes may open the same file. Throws `store_refused` (not an SQLite file, a newer layout, an SQLite
 * that is too old), `store_unavailable`, `store_read_only`, `store_full`.
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  try {
    if (options.isReadOnly !== true) mkdirSync(path.dirname(path.resolve(options.file)), { recursive: true });
    return openStore(path.resolve(options.file), options);
  } catch (error) {
    throw translateError(error, options.file);
  }
}

function openStore(file: string, options: SqliteStoreOptions): SqliteStore {
  const isReadOnly = options.isReadOnly ?? false;
  const connection = new Connection({ file, readonly: isReadOnly, cacheKibibytes: 16_384 });
  if (isReadOnly) assertStoreTables(connection, file);
  else prepareStoreTables(connection, file);
  registerBuckets(connection.db);
  const cache = new QueryCache(connection, options.queryCache ?? true);
  const collections = new CollectionMap();
  const readers = new ReaderPool({ file }, READER_THREADS);
  const context = {
    connection,
    collections,
    cache,
    readers,
    file,
    isReadOnly,
    fileWatcher: new FileWatcher(file),
    versions: new StoreVersions(connection, cache),
    planner: new Planner(collections),
  };
  const search: SearchIndexer = new SearchIndexer(
    collections,
    () => queue,
    () => !readers.hasCursors,
  );
  const checkpoints = new Checkpointer(connection, readers, {
    endLog: () => queue.endLog(),
    truncateLog: () => queue.truncateLog(),
  });
  const feeds = new InsertFeeds(connection, collections);
  const afterCommit = (): void => {
    search.noticeCommit();
    checkpoints.noticeCommit();
    feeds.noticeCommit();
  };
  const queue: CommitQueue = new CommitQueue({ ...context, maximumPages: options.maximumPages, afterCommit });
  return new SqliteStore(
    context,
    { queue, search, feeds, checkpoints },
    {
      product: `SQLite ${sqliteVersion(connection.db)}`,
      cachesCounts: true,
      storesFiles: false,
      maxIndexesPerCollection: 64,
      durability: `journal_mode=${String(connection.db.pragma('journal_mode', { simple: true }))} synchronous=${String(connection.db.pragma('synchronous', { simple: true }))}`,
    },
  );
}
