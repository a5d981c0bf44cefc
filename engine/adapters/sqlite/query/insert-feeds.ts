import type { InsertedDocument, StoreFeed, StoreFeedListener } from '../../../ports/index.ts';
import type { CollectionMap } from '../schema/collection.ts';
import type { Connection } from '../file/connection.ts';
import { InsertFeed, insertsSince } from './insert-feed.ts';

/** The feeds of inserts into collections, and the listeners for commits. */
export class InsertFeeds {
  readonly #connection: Connection;
  readonly #collections: CollectionMap;
  readonly #feeds = new Set<InsertFeed>();
  readonly #listeners = new Set<() => void>();

  constructor(connection: Connection, collections: CollectionMap) {
    this.#connection = connection;
    this.#collections = collections;
  }

  watchInserts(collection: string, listener: StoreFeedListener): StoreFeed {
    const feed = new InsertFeed(this.#connection, this.#collections.get(collection), listener, (ended) => this.#feeds.delete(ended));
    this.#feeds.add(feed);
    return feed;
  }

  insertedSince(collection: string, position: string, limit: number): readonly InsertedDocument[] | undefined {
    return insertsSince(this.#connection, this.#collections.get(collection), position, limit);
  }

  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called when a transaction of this process was committed. */
  noticeCommit(): void {
    for (const feed of this.#feeds) feed.poll();
    for (const listener of this.#listeners) listener();
  }

  stop(): void {
    for (const feed of this.#feeds) void feed.stop();
    this.#listeners.clear();
  }
}
