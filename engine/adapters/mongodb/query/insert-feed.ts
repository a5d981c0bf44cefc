import { setTimeout as sleep } from 'node:timers/promises';
import { MongoServerError, type ChangeStream, type ChangeStreamInsertDocument, type Collection } from 'mongodb';
import type { InsertedDocument, StoreFeed, StoreFeedListener } from '../../../ports/index.ts';
import { fromStored, type StoredDocument } from '../schema/stored-document.ts';
import { isTransient } from '../server/translate-error.ts';

/** Milliseconds that the server waits for a change before it returns an empty batch. */
const MAX_AWAIT_TIME = 250;
/** Error codes for a resume token that the server no longer has or never had: history lost, no such token, an invalid one. */
const HISTORY_LOST = [50, 136, 222, 260, 280, 286];
const TOKEN = /^[0-9A-Fa-f]{8,2048}$/;

type Stream = ChangeStream<StoredDocument, ChangeStreamInsertDocument<StoredDocument>>;

/** Feed of the inserts into a collection, from its change stream: the server sends each commit by itself. */
export class InsertFeed implements StoreFeed {
  readonly #collection: Collection<StoredDocument>;
  readonly #listener: StoreFeedListener;
  #stream: Stream;
  #position = '';
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(collection: Collection<StoredDocument>, listener: StoreFeedListener) {
    this.#collection = collection;
    this.#listener = listener;
    this.#stream = openStream(collection, undefined, MAX_AWAIT_TIME);
  }

  /** Resolves when the feed misses no commit from now on. */
  async start(): Promise<this> {
    await this.#step();
    this.#running = this.#run();
    return this;
  }

  get position(): string {
    return this.#position;
  }

  poll(): void {
    // Nothing to do: the server responds to the open request as soon as there is a change.
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#stream.close().catch(() => undefined);
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#step();
      } catch (error) {
        if (!this.#isStopped) await this.#reopen(error);
      }
    }
  }

  async #step(): Promise<void> {
    const change = await this.#stream.tryNext();
    if (change !== null) this.#listener.onInserts([toInserted(change)]);
    this.#position = change === null ? (tokenOf(this.#stream.resumeToken) ?? this.#position) : (tokenOf(change._id) ?? this.#position);
  }

  async #reopen(error: unknown): Promise<void> {
    await this.#stream.close().catch(() => undefined);
    if (isHistoryLost(error)) {
      this.#position = '';
      this.#listener.onGap();
    } else await sleep(MAX_AWAIT_TIME);
    this.#stream = openStream(this.#collection, this.#position === '' ? undefined : this.#position, MAX_AWAIT_TIME);
  }
}

/** Documents after a position, at most `limit`; undefined when they are no longer known or are more than `limit`. */
export async function insertsSince(
  collection: Collection<StoredDocument>,
  position: string,
  limit: number,
): Promise<readonly InsertedDocument[] | undefined> {
  if (!TOKEN.test(position)) return undefined;
  const stream = openStream(collection, position, 1);
  const found: InsertedDocument[] = [];
  try {
    for (let change = await stream.tryNext(); change !== null; change = await stream.tryNext()) {
      if (found.push(toInserted(change)) > limit) return undefined;
    }
    return found;
  } catch (error) {
    // The position comes from a client: when the server rejects it, the result is undefined.
    if (error instanceof MongoServerError && !isTransient(error)) return undefined;
    throw error;
  } finally {
    await stream.close().catch(() => undefined);
  }
}

function openStream(collection: Collection<StoredDocument>, position: string | undefined, wait: number): Stream {
  const after = position === undefined ? {} : { startAfter: { _data: position } };
  return collection.watch<StoredDocument, ChangeStreamInsertDocument<StoredDocument>>([{ $match: { operationType: 'insert' } }], {
    maxAwaitTimeMS: wait,
    ...after,
  });
}

function toInserted(change: ChangeStreamInsertDocument<StoredDocument>): InsertedDocument {
  return { position: tokenOf(change._id) ?? '', document: fromStored(change.fullDocument).document };
}

function tokenOf(token: unknown): string | undefined {
  const data = (token as { readonly _data?: unknown } | undefined)?._data;
  return typeof data === 'string' ? data : undefined;
}

function isHistoryLost(error: unknown): boolean {
  return (
    error instanceof MongoServerError && (HISTORY_LOST.includes(Number(error.code)) || error.hasErrorLabel('NonResumableChangeStreamError'))
  );
}
