import type { StoreInspection, StoreMeasures } from './store-inspection.ts';
import type { InsertedDocument, StoreFeed, StoreFeedListener } from './store-feed.ts';
import type { CollectionSchema, Key, RecordKeys } from '#engine/model/compiled';
import type { FilterNode, GroupMeasure, GroupRequest, GroupSort, GroupStep, SortStep } from '#engine/model/filter';
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

/** A request for the records of a collection. */
export interface StoreQuery {
  /** Name of the collection. */
  readonly collection: string;
  /** The records to return. */
  readonly filter: FilterNode;
  /** Empty: by `_id` ascending. Always a total order: `_id` is the last step. */
  readonly sort: readonly SortStep[];
  /** Records to skip, 0 or more; default 0. */
  readonly offset?: number;
  /** At most this many records. */
  readonly limit: number;
  /**
   * Filter of the records that the requester may see: the store returns `filter AND access`. It is separate so that the
   * store can choose the access path (sort index, or access branches when the requester sees few records) and cache
   * totals per access class. Default: all records.
   */
  readonly access?: FilterNode;
  /** Milliseconds that a query without an index may take before `filter_too_costly`; default 10,000. */
  readonly deadline?: number;
}

/** A page of records, with its total. */
export interface StorePage {
  /** The records of the page, in order. */
  readonly records: readonly StoredRecord[];
  /** Number of all matching records. */
  readonly total: number;
  /** False: there are more than `total`, see `totalLimit`. */
  readonly totalIsExact: boolean;
}

/** How far matching records are counted. */
export interface CountOptions {
  /** Counting may stop above this number; the result is then not exact. Default: counts all. */
  readonly totalLimit?: number;
}

export type { GroupMeasure, GroupSort, GroupStep };

/** A request for counts and sums per value of a key. */
export interface GroupQuery extends GroupRequest {
  /** Name of the collection. */
  readonly collection: string;
  /** The records to group. */
  readonly filter: FilterNode;
  /** As in `StoreQuery`. */
  readonly access?: FilterNode;
  /** As in `StoreQuery`. */
  readonly deadline?: number;
}

/** One group. A record whose list key has several values counts in each of their groups. */
export interface GroupRow {
  /** One per step; null when missing. For a bucket it is the ISO start of the period (local date or date-hour text). */
  readonly keys: readonly (Key | null)[];
  /** By name; null when there was nothing to measure. */
  readonly measures: { readonly [name: string]: number | null };
}

/** The change of one record. */
export type StoreWrite =
  | {
      readonly kind: 'insert';
      /** Name of the collection. */
      readonly collection: string;
      /** The whole document, with `_id` and `_version`. */
      readonly document: RecordDocument;
      /** Its keys. */
      readonly keys: RecordKeys;
      /** Version of the definitions with which it is written. */
      readonly definitionVersion: number;
    }
  | {
      readonly kind: 'update';
      /** Name of the collection. */
      readonly collection: string;
      /** The whole new document; its `_version` is `expectedVersion + 1`. */
      readonly document: RecordDocument;
      /** Its new keys. */
      readonly keys: RecordKeys;
      /** The keys before the update, so that only changed keys are written and cached totals can be adjusted. */
      readonly previousKeys: RecordKeys;
      /** The version that the record must still have. */
      readonly expectedVersion: number;
      /** Version of the definitions with which it is written. */
      readonly definitionVersion: number;
    }
  | {
      readonly kind: 'remove';
      /** Name of the collection. */
      readonly collection: string;
      /** Id of the record. */
      readonly id: string;
      /** The keys of the record, so that cached totals can be adjusted. */
      readonly previousKeys: RecordKeys;
      /** The version that the record must still have. */
      readonly expectedVersion: number;
    };

/** A record that a unit read and relies on: it must still have this version (null: it must still not exist). */
export interface VersionCheck {
  /** Name of the collection. */
  readonly collection: string;
  /** Id of the record. */
  readonly id: string;
  /** Its version; null: there is no such record. */
  readonly version: number | null;
}

/**
 * A search that found nothing (except `exceptIds`) and must still find nothing inside the transaction, such as the check
 * for duplicates. Units that share one of the `lockKeys` are serialized, also on stores whose transactions do not see
 * each other's inserts.
 */
export interface AbsenceCheck {
  /** Name of the collection. */
  readonly collection: string;
  /** What no record may match; without `related`. */
  readonly filter: FilterNode;
  /** Ids of records that may match; empty: none. */
  readonly exceptIds: readonly string[];
  /** Texts of the collection: units that have one in common are committed one after the other. Empty: the check locks nothing. */
  readonly lockKeys: readonly string[];
}

/** What has a version that all processes share. */
export type VersionedArea = 'definitions' | 'rights';

/** Number of units that changed each area. */
export type StoreVersions = { readonly [Area in VersionedArea]: number };

/**
 * Changes that are committed together or not at all. They are applied in order, in one transaction, and are durable when
 * `commit` resolves.
 */
export interface UnitOfWork {
  /** The changes, in the order in which they are applied. */
  readonly writes: readonly StoreWrite[];
  /** What must not have changed since it was read; default: nothing. */
  readonly versionChecks?: readonly VersionCheck[];
  /** What must still not exist; default: nothing. */
  readonly absenceChecks?: readonly AbsenceCheck[];
  /** Areas whose version is incremented with this unit; default: none. */
  readonly bumps?: readonly VersionedArea[];
}

/** Why a unit was not committed. */
export type CommitConflict =
  /** A record no longer has the version that the unit expects. */
  | { readonly kind: 'version'; readonly collection: string; readonly id: string }
  /** A record that the unit inserts exists already. */
  | { readonly kind: 'exists'; readonly collection: string; readonly id: string }
  /** A record matches an absence check. */
  | { readonly kind: 'absence'; readonly collection: string }
  /** A unique index rejected the write. */
  | { readonly kind: 'unique'; readonly collection: string; readonly id: string; readonly keys: readonly string[] };

/** `position` orders commits across all processes of the store. A unit with conflicts wrote nothing. */
export type CommitResult =
  | { readonly committed: true; readonly position: string }
  | { readonly committed: false; readonly conflicts: readonly CommitConflict[] };

/** A step of the database's query plan. */
export interface PlanStep {
  /** As the database describes it. */
  readonly text: string;
  /** The step reads a whole collection, or sorts without an index. */
  readonly scans: boolean;
}

/** An index of a collection, with how often it was used. */
export interface IndexUse {
  /** Ids of its keys, in order. */
  readonly keys: readonly string[];
  /** Two records must not have the same key. */
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
  /** Name of the collection. */
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
  /** Indexes that a schema may have. */
  readonly maxIndexesPerCollection: number;
  /** Durability settings as the writing connection reports them: 'journal_mode=wal synchronous=2', 'w=majority j=true'. */
  readonly durability?: string;
}

/**
 * Stores records. One contract suite (`tests/contract/store`) runs on every adapter. Functions reject with errors of the store, never
 * with an error of the driver: reads with `store_unavailable`, `store_read_only` (without the right to read) and `store_refused` (a
 * broken file, or a collection that was not applied); writes also with `store_full` and `store_moved`. An error of MongoDB that says
 * nothing of this is `internal_error`.
 */
export interface StorePort {
  /** What this store can do. */
  readonly capabilities: StoreCapabilities;
  /**
   * Creates missing collections, keys and indexes, and drops indexes that are in no schema. Safe to repeat, and to run in
   * several processes at the same time.
   * @throws errors of the store; `store_refused` for a schema that it cannot have, such as too many indexes or a unique index over
   * equal values.
   */
  applySchemas(shapes: readonly CollectionSchema[]): Promise<void>;
  /**
   * The records with these ids, in their order; `undefined` where there is none. Callers ask for at most 2,000 ids.
   * @throws errors of the store.
   */
  get(collection: string, ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]>;
  /**
   * The matching records, in order.
   * @throws `filter_too_costly`, errors of the store.
   */
  find(query: StoreQuery): Promise<readonly StoredRecord[]>;
  /**
   * The matching records of each query, in the order of the queries, which may be of different collections: one round trip to the
   * database, not one per query. For few records each; the shortest deadline applies to all.
   * @throws `filter_too_costly`, errors of the store.
   */
  findAcross(queries: readonly StoreQuery[]): Promise<readonly (readonly StoredRecord[])[]>;
  /**
   * The ids of the matching records, in order. Callers ask for at most 100,000.
   * @throws `filter_too_costly`, errors of the store.
   */
  findIds(query: StoreQuery): Promise<readonly string[]>;
  /**
   * The number of matching records; with `totalLimit`, that limit if there are more.
   * @throws `filter_too_costly`, errors of the store.
   */
  count(
    query: Omit<StoreQuery, 'sort' | 'limit' | 'offset'>,
    options?: CountOptions,
  ): Promise<{ readonly total: number; readonly totalIsExact: boolean }>;
  /**
   * A page with its total, at less cost than `find` and `count`.
   * @throws `filter_too_costly`, errors of the store.
   */
  page(query: StoreQuery, options?: CountOptions): Promise<StorePage>;
  /**
   * Counts and sums per value of one or two keys, by the keys in ascending order.
   * @throws `filter_too_costly`, errors of the store.
   */
  group(query: GroupQuery): Promise<readonly GroupRow[]>;
  /**
   * Streams all matching records in order, from one snapshot where the store has snapshots. Holds few records in memory.
   * `limit` may be Infinity. It has no deadline.
   * @throws while it is read: errors of the store.
   */
  stream(query: StoreQuery): AsyncIterable<StoredRecord>;
  /**
   * Commits a unit, or returns its conflicts.
   * @throws `save_unconfirmed` when it is not known whether the unit was committed; other errors of the store: then it was not.
   */
  commit(unit: UnitOfWork): Promise<CommitResult>;
  /**
   * Reserves `count` consecutive numbers of a named sequence and returns the first, which is `atLeast` (default 1) or more. Numbers
   * increase and are never given out twice. A `count` of 0 reserves none: those that are reserved later are `atLeast` or more.
   * @throws errors of the store.
   */
  reserveNumbers(sequence: string, count: number, atLeast?: number): Promise<number>;
  /**
   * Current versions of definitions and rights: cheap enough for each request, and correct across processes.
   * @throws errors of the store, also `store_moved`.
   */
  versions(): Promise<StoreVersions>;
  /**
   * The database's plan of a query, with the filter and the access filter compiled as in `find`.
   * @throws errors of the store.
   */
  explain(query: StoreQuery): Promise<readonly PlanStep[]>;
  /**
   * The indexes of these collections and their use, in the order of the names; collections that were not applied are omitted. Not for
   * the path of a request: it takes some 50 ms.
   * @throws errors of the store.
   */
  indexUses(collections: readonly string[]): Promise<readonly CollectionIndexes[]>;
  /**
   * Subscribes to the documents that commits of any process insert into a collection from now on.
   * @throws errors of the store.
   */
  watchInserts(collection: string, listener: StoreFeedListener): Promise<StoreFeed>;
  /**
   * Documents inserted after a position that a feed reported, at most `limit`; undefined when they are no longer known or
   * are more than `limit`.
   * @throws errors of the store.
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
   * @throws errors of the store.
   */
  truncateLog(): Promise<void>;
  /**
   * Checks the database against the applied schemas, and its structure. It may read the whole database and block the process: for
   * commands, not for a process that serves.
   * @throws errors of the store.
   */
  inspect(): Promise<StoreInspection>;
  /**
   * Sizes and counters, at the cost of a small read.
   * @throws errors of the store.
   */
  measure(): Promise<StoreMeasures>;
  /**
   * Resolves when the store can read and write.
   * @throws errors of the store: it cannot.
   */
  ping(): Promise<void>;
  /**
   * Closes connections and files, after running commits. Later calls reject with `store_unavailable`.
   * @throws errors of the store.
   */
  close(): Promise<void>;
}
