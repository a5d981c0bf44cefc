import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Bookmarks } from './bookmarks.ts';
import { ChangeLog } from './change-log.ts';
import { Checkpointer } from './checkpointer.ts';
import { CollectionMap } from './collection.ts';
import { CommitQueue } from './commit-queue.ts';
import { Connection, sqliteVersion } from './connection.ts';
import { DocumentCache } from './document-cache.ts';
import { InsertFeeds } from './insert-feeds.ts';
import { FileWatcher } from './file-watcher.ts';
import { OrderCache } from './order-cache.ts';
import { PageCache } from './page-cache.ts';
import { CountCache } from './count-cache.ts';
import { Planner } from './query-plan.ts';
import { ReaderPool } from './reader-pool.ts';
import { registerBuckets } from './register-buckets.ts';
import { SearchIndexer } from './search-indexer.ts';
import { SingleFlight } from './single-flight.ts';
import { SqliteStore } from './sqlite-store.ts';
import { prepareStoreTables } from './store-tables.ts';
import { StoreVersions } from './store-versions.ts';
import { translateError } from './translate-error.ts';

/** For queries that no index serves: one long count must not block all others. */
const READER_THREADS = 2;

export interface SqliteStoreOptions {
  /** Path of the file; it and its folder are created when missing. */
  readonly file: string;
  /** Maximum size of the file in pages of 4 KiB, then `store_full`; default: limited by the disk only. */
  readonly maximumPages?: number;
}

/**
 * Opens (or creates) a store on one SQLite file, in WAL mode with `synchronous = FULL`: a commit that resolved is on
 * disk. Several processes may open the same file. Throws `store_refused` (not an SQLite file, a newer layout, an SQLite
 * that is too old), `store_unavailable`, `store_read_only`, `store_full`.
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  try {
    mkdirSync(path.dirname(path.resolve(options.file)), { recursive: true });
    return openStore(path.resolve(options.file), options);
  } catch (error) {
    throw translateError(error, options.file);
  }
}

function openStore(file: string, options: SqliteStoreOptions): SqliteStore {
  const connection = new Connection({ file, readonly: false, cacheKibibytes: 16_384 });
  prepareStoreTables(connection, file);
  registerBuckets(connection.db);
  const changeLog = new ChangeLog();
  const collections = new CollectionMap();
  const readers = new ReaderPool({ file }, READER_THREADS);
  const context = {
    connection,
    collections,
    changeLog,
    readers,
    file,
    singleFlight: new SingleFlight(),
    fileWatcher: new FileWatcher(file),
    versions: new StoreVersions(connection, changeLog),
    planner: new Planner(collections),
    counts: new CountCache(changeLog),
    orders: new OrderCache(changeLog, connection),
    pages: new PageCache(changeLog),
    bookmarks: new Bookmarks(changeLog),
    documents: new DocumentCache(connection, changeLog),
  };
  const search: SearchIndexer = new SearchIndexer(
    collections,
    () => queue,
    () => !readers.hasCursors,
  );
  const checkpoints = new Checkpointer(connection, readers, () => queue.endLog());
  const feeds = new InsertFeeds(connection, collections);
  const afterCommit = (): void => {
    search.noticeCommit();
    checkpoints.noticeCommit();
    feeds.noticeCommit();
  };
  const queue: CommitQueue = new CommitQueue({ ...context, maximumPages: options.maximumPages, afterCommit });
  return new SqliteStore(context, queue, search, feeds, {
    product: `SQLite ${sqliteVersion(connection.db)}`,
    cachesCounts: true,
    storesFiles: false,
    maxIndexesPerCollection: 64,
    durability: `journal_mode=${String(connection.db.pragma('journal_mode', { simple: true }))} synchronous=${String(connection.db.pragma('synchronous', { simple: true }))}`,
  });
}
