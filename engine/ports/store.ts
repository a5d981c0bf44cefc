import type { InsertedDocument, StoreFeed, StoreFeedListener } from './store-feed.ts';
import type { CollectionSchema, Key, RecordKeys } from '#engine/model/compiled';
import type { FilterNode, GroupMeasure, GroupStep, SortStep } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';

/** A record as it is stored. */
export interface StoredRecord {
  /** The document in its API form, including `_id` and `_version`. Treat as frozen. */
  readonly document: RecordDocument;
  /** Version of the definitions with which it was written. */
  readonly definitionVersion: number;
  /**
   * Present on records that the store caches and returns as the same object until they change. Readers cache values in it
   * that they derive from the record.
   */
  readonly memo?: { value?: unknown };
}

export interface StoreQuery {
  readonly collection: string;
  readonly filter: FilterNode;
  /** Empty: by `_id` ascending. Always a total order: `_id` is the last step. */
  readonly sort: readonly SortStep[];
  /** Records to skip, 0 or more. */
  readonly offset?: number;
  /** At most this many records. */
  readonly limit: number;
  /**
   * Filter of the records that the requester may see: the store returns `filter AND access`. It is separate so that the
   * store can choose the access path (sort index, or access branches when the requester sees few records) and cache
   * totals per access class.
   */
  readonly access?: FilterNode;
  /** Milliseconds that a query without an index may take before `filter_too_costly`; default 10,000. */
  readonly deadline?: number;
}

export interface StorePage {
  readonly records: readonly StoredRecord[];
  /** Number of all matching records. */
  readonly total: number;
  readonly totalIsExact: boolean;
}

export interface CountOptions {
  /** Counting may stop above this number; the result is then not exact. */
  readonly totalLimit?: number;
}

export type { GroupMeasure, GroupStep };

export interface GroupQuery {
  readonly collection: string;
  readonly filter: FilterNode;
  readonly access?: FilterNode;
  /** One or two. */
  readonly by: readonly GroupStep[];
  readonly measures: readonly GroupMeasure[];
  /** At most this many groups, in ascending order of their keys (missing first, text by code point); default 1,000. */
  readonly limit?: number;
  readonly deadline?: number;
}

/**
 * One group. A key is null when missing; for a bucket it is the ISO start of the period (local date or date-hour text). A
 * measure is null when there was nothing to measure. A record whose list key has several values counts in each of their
 * groups.
 */
export interface GroupRow {
  readonly keys: readonly (Key | null)[];
  readonly measures: { readonly [name: string]: number | null };
}

export type StoreWrite =
  | {
      readonly kind: 'insert';
      readonly collection: string;
      readonly document: RecordDocument;
      readonly keys: RecordKeys;
      readonly definitionVersion: number;
    }
  | {
      readonly kind: 'update';
      readonly collection: string;
      /** The whole new document; its `_version` is `expectedVersion + 1`. */
      readonly document: RecordDocument;
      readonly keys: RecordKeys;
      /** The keys before the update, so that only changed keys are written and cached totals can be adjusted. */
      readonly previousKeys: RecordKeys;
      readonly expectedVersion: number;
      readonly definitionVersion: number;
    }
  | {
      readonly kind: 'remove';
      readonly collection: string;
      readonly id: string;
      readonly previousKeys: RecordKeys;
      readonly expectedVersion: number;
    };

/** A record that a unit read and relies on: it must still have this version (null: it must still not exist). */
export interface VersionCheck {
  readonly collection: string;
  readonly id: string;
  readonly version: number | null;
}

/**
 * A search that found nothing (except `exceptIds`) and must still find nothing inside the transaction, such as the check
 * for duplicates. Units that share one of the `lockKeys` are serialized, also on stores whose transactions do not see
 * each other's inserts.
 */
export interface AbsenceCheck {
  readonly collection: string;
  readonly filter: FilterNode;
  readonly exceptIds: readonly string[];
  readonly lockKeys: readonly string[];
}

export type VersionedArea = 'definitions' | 'rights';

/** Number of units that changed each area. */
export type StoreVersions = { readonly [Area in VersionedArea]: number };

/**
 * Changes that are committed together or not at all. They are applied in order, in one transaction, and are durable when
 * `commit` resolves.
 */
export interface UnitOfWork {
  readonly writes: readonly StoreWrite[];
  readonly versionChecks?: readonly VersionCheck[];
  readonly absenceChecks?: readonly AbsenceCheck[];
  /** Areas whose version is incremented with this unit. */
  readonly bumps?: readonly VersionedArea[];
}

export type CommitConflict =
  | { readonly kind: 'version'; readonly collection: string; readonly id: string }
  | { readonly kind: 'exists'; readonly collection: string; readonly id: string }
  | { readonly kind: 'absence'; readonly collection: string }
  /** A unique index rejected the write. */
  | { readonly kind: 'unique'; readonly collection: string; readonly id: string; readonly keys: readonly string[] };

/** `position` orders commits across all processes of the store. A unit with conflicts wrote nothing. */
export type CommitResult =
  | { readonly committed: true; readonly position: string }
  | { readonly committed: false; readonly conflicts: readonly CommitConflict[] };

/** A step of the database's query plan. */
export interface PlanStep {
  readonly text: string;
  /** The step reads a whole collection, or sorts without an index. */
  readonly scans: boolean;
}

/** An index of a collection, with how often it was used. */
export interface IndexUse {
  readonly keys: readonly string[];
  readonly unique: boolean;
  /**
   * Queries that used it since its counter started. A result from the query cache is no query: what fills the cache is.
   * null: the store does not say (MongoDB without the right to run `$indexStats`).
   */
  readonly uses: number | null;
  /**
   * Identifies a counter that all processes of the store share, until the database server starts it again from 0. Absent:
   * the counter counts the queries of this process alone, since the store was opened.
   */
  readonly counter?: string;
}

/** The indexes of a collection. */
export interface CollectionIndexes {
  readonly collection: string;
  /** Number of records, roughly. */
  readonly rows: number;
  /** As in the schema. The index on `_id` and that of "contains" are not listed. */
  readonly indexes: readonly IndexUse[];
}

/** Capabilities beyond the guarantees of the port. The core reads these and never checks which store it uses. */
export interface StoreCapabilities {
  /** For people and logs: 'SQLite 3.53', 'MongoDB 6.0'. */
  readonly product: string;
  /** Totals are cached and adjusted, so that a total for each page is cheap. */
  readonly cachesCounts: boolean;
  /** Files can be stored with the records. */
  readonly storesFiles: boolean;
  readonly maxIndexesPerCollection: number;
  /** Durability settings as the writing connection reports them: 'journal_mode=wal synchronous=2', 'w=majority j=true'. */
  readonly durability?: string;
}

/**
 * Stores records. One contract suite (`tests/contract/store`) runs on every adapter. Throws `store_unavailable`,
 * `store_full`, `store_read_only`, `store_moved` and `filter_too_costly`, never an error of the driver.
 */
export interface StorePort {
  readonly capabilities: StoreCapabilities;
  /**
   * Creates missing collections, keys and indexes, and drops indexes that are in no schema. Safe to repeat, and to run in
   * several processes at the same time.
   */
  applySchemas(shapes: readonly CollectionSchema[]): Promise<void>;
  /** The records with these ids, in their order; `undefined` where there is none. At most 2,000 ids. */
  get(collection: string, ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]>;
  find(query: StoreQuery): Promise<readonly StoredRecord[]>;
  /** Ids only, at most 100,000. */
  findIds(query: StoreQuery): Promise<readonly string[]>;
  count(
    query: Omit<StoreQuery, 'sort' | 'limit' | 'offset'>,
    options?: CountOptions,
  ): Promise<{ readonly total: number; readonly totalIsExact: boolean }>;
  /** A page with its total, at less cost than `find` and `count`. */
  page(query: StoreQuery, options?: CountOptions): Promise<StorePage>;
  group(query: GroupQuery): Promise<readonly GroupRow[]>;
  /**
   * Streams all matching records in order, from one snapshot where the store has snapshots. Holds few records in memory.
   * `limit` may be Infinity.
   */
  stream(query: StoreQuery): AsyncIterable<StoredRecord>;
  commit(unit: UnitOfWork): Promise<CommitResult>;
  /** Reserves `count` consecutive numbers of a named sequence and returns the first. Numbers increase and are never given out twice. */
  reserveNumbers(sequence: string, count: number): Promise<number>;
  /** Current versions of definitions and rights: cheap enough for each request, and correct across processes. */
  versions(): Promise<StoreVersions>;
  /** The database's plan of a query, with the filter and the access filter compiled as in `find`. */
  explain(query: StoreQuery): Promise<readonly PlanStep[]>;
  /** The indexes of these collections and their use, in the order of the names. Not for the path of a request: it takes some 50 ms. */
  indexUses(collections: readonly string[]): Promise<readonly CollectionIndexes[]>;
  /** Subscribes to the documents that commits of any process insert into a collection from now on. */
  watchInserts(collection: string, listener: StoreFeedListener): Promise<StoreFeed>;
  /**
   * Documents inserted after a position that a feed reported, at most `limit`; undefined when they are no longer known or
   * are more than `limit`.
   */
  insertedSince(collection: string, position: string, limit: number): Promise<readonly InsertedDocument[] | undefined>;
  /** Calls the listener soon after a commit of this process, once for several commits. Returns a function that unsubscribes. */
  onCommit(listener: () => void): () => void;
  /**
   * Switches the cache of query results of this process on or off. Off: every read goes to the database; results are the
   * same. It is on at first, unless the store was opened otherwise.
   */
  setQueryCache(isOn: boolean): void;
  /**
   * Moves the write-ahead log of the store into its file and gives the disk space of the log back: to be called after a bulk
   * load, which makes it long. Running reads may prevent it. Does nothing in stores that limit their log themselves (MongoDB).
   */
  truncateLog(): Promise<void>;
  /** Resolves when the store can read and write, else throws. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
