import type { InsertedDocument, StoreFeed, StoreFeedListener } from './store-feed.ts';
import type { CollectionSchema, FilterNode, GroupMeasure, GroupStep, Key, RecordDocument, RecordKeys, SortStep } from '#engine/model';

/** A record as a store keeps it. */
export interface StoredRecord {
  /** The document in its API form, `_id` and `_version` in it. Treat as frozen. */
  readonly document: RecordDocument;
  /** Version of the definitions that it was written under. */
  readonly definitionVersion: number;
  /**
   * There on a record that the store keeps in memory and answers again as the same object, until it changes: a place for
   * what its reader works out of it.
   */
  readonly memo?: { value?: unknown };
}

export interface StoreQuery {
  readonly collection: string;
  readonly filter: FilterNode;
  /** Empty: by `_id` ascending. A total order always, by `_id` at last. */
  readonly sort: readonly SortStep[];
  /** Records to skip, 0 or more. */
  readonly offset?: number;
  /** At most this many records. */
  readonly limit: number;
  /**
   * Part of the filter that stands for what the reader may see, already contained in `filter`'s meaning by conjunction:
   * the store answers `filter AND access`. Kept apart so that it can choose the walk (sort index, or access branches when
   * the reader sees few) and keep totals per access class.
   */
  readonly access?: FilterNode;
  /** Milliseconds that a query which no index serves may take before `filter_too_costly`; default 10,000. */
  readonly deadline?: number;
}

export interface StorePage {
  readonly records: readonly StoredRecord[];
  /** Number of records that match in all. */
  readonly total: number;
  readonly totalIsExact: boolean;
}

export interface CountOptions {
  /** Counting may stop above this number; the answer is then not exact. */
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

/** One group: the keys grouped by (null: missing; a bucket: the ISO start of the period, local date or date-hour text) and the measures (null where there was nothing to measure). A record whose list key holds several values counts in each. */
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
      /** The keys before, so that only what changed is written and kept totals can be adjusted. */
      readonly previousKeys: RecordKeys;
      readonly expectedVersion: number;
      readonly definitionVersion: number;
    }
  | { readonly kind: 'remove'; readonly collection: string; readonly id: string; readonly previousKeys: RecordKeys; readonly expectedVersion: number };

/** A record that a unit read and relies on: it must still have this version (null: must still not exist). */
export interface VersionCheck {
  readonly collection: string;
  readonly id: string;
  readonly version: number | null;
}

/**
 * A search that found nothing (beside `exceptIds`) and must still find nothing inside the transaction, such as the check
 * for duplicates. `lockKeys` name what is guarded: units that share one never run past each other, also on stores whose
 * transactions do not see each other's inserts.
 */
export interface AbsenceCheck {
  readonly collection: string;
  readonly filter: FilterNode;
  readonly exceptIds: readonly string[];
  readonly lockKeys: readonly string[];
}

export type VersionedArea = 'definitions' | 'rights';

/** All that must stand or fall together. Applied in order, in one transaction, durable when `commit` resolves. */
export interface UnitOfWork {
  readonly writes: readonly StoreWrite[];
  readonly versionChecks?: readonly VersionCheck[];
  readonly absenceChecks?: readonly AbsenceCheck[];
  /** Areas whose version rises with this unit. */
  readonly bumps?: readonly VersionedArea[];
}

export type CommitConflict =
  | { readonly kind: 'version'; readonly collection: string; readonly id: string }
  | { readonly kind: 'exists'; readonly collection: string; readonly id: string }
  | { readonly kind: 'guard'; readonly collection: string }
  /** A unique index refused the write. */
  | { readonly kind: 'unique'; readonly collection: string; readonly id: string; readonly keys: readonly string[] };

/** `position` orders commits across all processes of the store. A stale unit wrote nothing. */
export type CommitResult = { readonly committed: true; readonly position: string } | { readonly committed: false; readonly conflicts: readonly CommitConflict[] };

/** A step of a store's own plan for a query. */
export interface PlanStep {
  readonly text: string;
  /** The step reads a whole collection, or sorts without an index. */
  readonly scans: boolean;
}

/** What a store can do beyond the port's promises; the core reads this and never asks which store it has. */
export interface StoreCapabilities {
  /** For people and logs: 'SQLite 3.53', 'MongoDB 6.0'. */
  readonly product: string;
  /** Totals are kept and adjusted, so that asking for one on each page is cheap. */
  readonly cachesCounts: boolean;
  /** Files can be stored beside the records. */
  readonly storesFiles: boolean;
  readonly maxIndexesPerCollection: number;
  /** How a commit is made durable, as the writing connection itself says: 'journal_mode=wal synchronous=2', 'w=majority j=true'. */
  readonly durability?: string;
}

/**
 * Where records live. One contract suite (`tests/contract/store`) runs on every adapter. Errors: `store_unavailable`,
 * `store_full`, `store_read_only`, `store_moved`, `filter_too_costly`; never a driver's own.
 */
export interface StorePort {
  readonly capabilities: StoreCapabilities;
  /** Makes collections, keys and indexes that are missing and drops indexes that no shape asks for. Safe to repeat and to run beside other processes. */
  applySchemas(shapes: readonly CollectionSchema[]): Promise<void>;
  /** The records with these ids, in their order; `undefined` where there is none. At most 2,000 ids. */
  get(collection: string, ids: readonly string[]): Promise<readonly (StoredRecord | undefined)[]>;
  find(query: StoreQuery): Promise<readonly StoredRecord[]>;
  /** Ids only, at most 100,000. */
  findIds(query: StoreQuery): Promise<readonly string[]>;
  count(query: Omit<StoreQuery, 'sort' | 'limit' | 'offset'>, options?: CountOptions): Promise<{ readonly total: number; readonly totalIsExact: boolean }>;
  /** A page with its total, at less cost than the two apart. */
  page(query: StoreQuery, options?: CountOptions): Promise<StorePage>;
  group(query: GroupQuery): Promise<readonly GroupRow[]>;
  /** All that matches, in order, from one consistent state where the store has one; holds few records in memory. `limit` may be Infinity. */
  stream(query: StoreQuery): AsyncIterable<StoredRecord>;
  commit(unit: UnitOfWork): Promise<CommitResult>;
  /** Reserves `count` consecutive numbers of a named sequence and answers the first; they rise and are never given twice. */
  reserveNumbers(sequence: string, count: number): Promise<number>;
  /** Current versions of definitions and rights; cheap enough for each request, true across processes. */
  versions(): Promise<{ readonly definitions: number; readonly rights: number }>;
  /** The store's own plan of a query, with the filter and access compiled as `find` would. */
  explain(query: StoreQuery): Promise<readonly PlanStep[]>;
  /** Follows what commits of any process insert into a collection, from now on. */
  watchInserts(collection: string, listener: StoreFeedListener): Promise<StoreFeed>;
  /** What was inserted after a position that was told before, at most `limit`; undefined when that is no longer known, or more. */
  insertedSince(collection: string, position: string, limit: number): Promise<readonly InsertedDocument[] | undefined>;
  /** Calls back soon after a commit of this process, once for several. Answers how to stop. */
  onCommit(listener: () => void): () => void;
  /** Answers when the store can read and write, else throws. */
  ping(): Promise<void>;
  close(): Promise<void>;
}


