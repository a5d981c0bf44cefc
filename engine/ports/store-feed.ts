import type { RecordDocument } from '#engine/model';

/** A document that a commit inserted into a collection. */
export interface InsertedDocument {
  /** Its place in the order of commits: opaque, good on every process of the store. */
  readonly position: string;
  readonly document: RecordDocument;
}

/** Who is told of what is inserted into a collection. */
export interface StoreFeedListener {
  /** What commits of any process inserted, in the order of commits. Must not throw. */
  onInserts(inserted: readonly InsertedDocument[]): void;
  /** What was inserted for a while is no longer known: whoever relies on it must read anew. */
  onGap(): void;
}

/**
 * A collection being followed. A commit of this process is told at once, one of another process within 250 ms; a store
 * that is away is asked again until it answers, from where it was.
 */
export interface StoreFeed {
  /** The place after what was told last. */
  readonly position: string;
  /** Something may have been committed elsewhere: looks now. */
  poll(): void;
  stop(): Promise<void>;
}
