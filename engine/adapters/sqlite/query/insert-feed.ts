import type { RecordDocument } from '#engine/model/values';
import type { InsertedDocument, StoreFeed, StoreFeedListener } from '../../../ports/index.ts';
import type { Collection } from '../schema/collection.ts';
import type { Connection } from '../file/connection.ts';

/** Milliseconds between two checks for commits of other processes; a check without one costs some microseconds. */
const CHECK_INTERVAL = 50;
/** Documents per batch; between two batches other requests are processed. */
const BATCH_SIZE = 500;

/**
 * Feed of the inserts into a collection, by row number. One writer at a time assigns row numbers, so that they rise in
 * the order of commits; updates do not change them.
 */
export class InsertFeed implements StoreFeed {
  readonly #connection: Connection;
  readonly #collection: Collection;
  readonly #listener: StoreFeedListener;
  readonly #onStop: (feed: InsertFeed) => void;
  readonly #timer: NodeJS.Timeout;
  #last: number;
  /** `data_version` of the last read: SQLite changes it when another connection commits. */
  #dataVersion: unknown;
  #isScheduled = false;
  #isStopped = false;

  constructor(connection: Connection, collection: Collection, listener: StoreFeedListener, end: (feed: InsertFeed) => void) {
    this.#connection = connection;
    this.#collection = collection;
    this.#listener = listener;
    this.#onStop = end;
    this.#last = highestRow(connection, collection);
    this.#timer = setInterval(() => this.#checkOthers(), CHECK_INTERVAL).unref();
  }

  get position(): string {
    return String(this.#last);
  }

  poll(): void {
    if (this.#isScheduled || this.#isStopped) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (!this.#isStopped) this.#read();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#onStop(this);
  }

  #checkOthers(): void {
    try {
      if (readDataVersion(this.#connection) !== this.#dataVersion) this.poll();
    } catch {
      // As for a read that fails.
    }
  }

  #read(): void {
    try {
      const dataVersion = readDataVersion(this.#connection);
      const found = readInserts(this.#connection, this.#collection, this.#last, BATCH_SIZE);
      this.#dataVersion = dataVersion;
      if (found.length === 0) return this.#detectReset();
      this.#last = Number(found.at(-1)?.position);
      this.#listener.onInserts(found);
      if (found.length === BATCH_SIZE) this.poll();
    } catch {
      // Requests report a file that cannot be read; the next poll continues from the same position.
    }
  }

  /** Row numbers start again in a table that was emptied. */
  #detectReset(): void {
    const highest = highestRow(this.#connection, this.#collection);
    if (highest >= this.#last) return;
    this.#last = highest;
    this.#listener.onGap();
  }
}

function readDataVersion(connection: Connection): unknown {
  return connection.first('PRAGMA data_version', [])?.[0];
}

/** Documents after a position, at most `limit`; undefined when some are missing or there are more than `limit`. */
export function insertsSince(
  connection: Connection,
  collection: Collection,
  position: string,
  limit: number,
): readonly InsertedDocument[] | undefined {
  const after = /^\d{1,15}$/.test(position) ? Number(position) : -1;
  const lowest = Number(connection.first(`SELECT min(rid) FROM ${collection.documentTable}`, [])?.[0] ?? 0);
  if (after < 0 || after > highestRow(connection, collection) || after + 1 < lowest) return undefined;
  const found = readInserts(connection, collection, after, limit + 1);
  return found.length > limit ? undefined : found;
}

function readInserts(connection: Connection, { documentTable }: Collection, after: number, limit: number): readonly InsertedDocument[] {
  const rows = connection.all(`SELECT rid, doc FROM ${documentTable} WHERE rid > ? ORDER BY rid LIMIT ?`, [after, limit]);
  return rows.map(([rid, text]) => ({ position: String(rid), document: JSON.parse(String(text)) as RecordDocument }));
}

function highestRow(connection: Connection, { documentTable }: Collection): number {
  return Number(connection.first(`SELECT max(rid) FROM ${documentTable}`, [])?.[0] ?? 0);
}
