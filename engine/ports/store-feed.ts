import type { RecordDocument } from '#engine/model/values';

/** A document that a commit inserted into a collection. */
export interface InsertedDocument {
  /** Position in the order of commits: opaque, valid on every process of the store. */
  readonly position: string;
  /** The document as it was inserted. Treat as frozen. */
  readonly document: RecordDocument;
}

/** Receives the documents that are inserted into a collection. */
export interface StoreFeedListener {
  /** Called with the documents that commits of any process inserted, in the order of commits. Must not throw. */
  onInserts(inserted: readonly InsertedDocument[]): void;
  /** Called when some inserts were missed: a listener that relies on them must read the collection again. */
  onGap(): void;
}

/**
 * A subscription to the inserts of a collection. Commits of this process are reported at once, commits of another process
 * within 250 ms, on SQLite within 50 ms. While the store is unavailable the feed retries, and then continues from its last position.
 */
export interface StoreFeed {
  /** The position after the last reported document. */
  readonly position: string;
  /** Checks for new documents now; for use when another process may have committed. */
  poll(): void;
  /** Ends the subscription; the listener is not called any more. Never rejects. */
  stop(): Promise<void>;
}
