/** An index of a schema that the database does not have. */
export interface MissingIndex {
  /** Name of the collection. */
  readonly collection: string;
  /** Ids of its keys, in order; empty: the collection itself is missing. */
  readonly keys: readonly string[];
}

/** What a store finds out about itself when it is checked. */
export interface StoreInspection {
  /** What the applied schemas need and the database does not have. */
  readonly missing: readonly MissingIndex[];
  /** Damage in the structure of the database, at most 20; empty: none; undefined: its server checks that itself. */
  readonly damages: readonly string[] | undefined;
  /** Clock of the database server, in milliseconds since the epoch; undefined: it is the clock of this machine. */
  readonly serverTime: number | undefined;
}

/** What a store measures of itself. */
export interface StoreMeasures {
  /** Bytes of the database on its disk. */
  readonly bytes: number;
  /** Bytes of the write-ahead log; undefined: the database limits it itself. */
  readonly logBytes: number | undefined;
  /** Units that this process committed or that had conflicts. */
  readonly commits: number;
  /** Seconds that they took in all, from the call to its result. */
  readonly commitSeconds: number;
  /** Reads of this process that the query cache served. */
  readonly cacheHits: number;
  /** Reads of this process that it could have served and did not. */
  readonly cacheMisses: number;
}
