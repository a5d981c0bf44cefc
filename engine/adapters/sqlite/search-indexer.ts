import type { Collection, CollectionMap } from './collection.ts';
import type { CommitQueue } from './commit-queue.ts';
import { countPendingRows, subtractPendingRows } from './search-writer.ts';

/** So many rows may wait to be written to a search table: each query of it tests them one by one. */
const MAX_PENDING = 384;
/** Rows written in one transaction: some twenty milliseconds. */
const MAX_BATCH_SIZE = 512;
/** No row waits longer, in milliseconds: each writing makes a segment of its own, and segments are merged. */
const MAX_WAIT = 400;

/** After so many rows the segments of a search table are merged: it is asked three times as fast then. */
const MERGE_THRESHOLD = 5000;
/** Merging waits until no text came for so many milliseconds, and pauses between two steps several times as long as one takes. */
const MERGE_QUIET = 1500;
const MERGE_PAUSE = 60;

/** Sees to it that texts do not wait long for their search table, and are written many at a time. */
export class SearchIndexer {
  readonly #collections: CollectionMap;
  readonly #queue: () => CommitQueue;
  readonly #mayMerge: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  readonly #written = new Map<Collection, number>();
  #mergeTimer: NodeJS.Timeout | undefined;
  #running = false;
  #stopped = false;

  /** `mayMerge` says no while what merging writes could not leave the log. */
  constructor(collections: CollectionMap, queue: () => CommitQueue, mayMerge: () => boolean) {
    this.#mayMerge = mayMerge;
    this.#collections = collections;
    this.#queue = queue;
  }

  /** After each commit that may have left texts waiting. */
  noticeCommit(): void {
    if (this.#running || this.#stopped) return;
    let max = 0;
    for (const collection of this.#collections.all()) max = Math.max(max, countPendingRows(collection));
    if (max >= MAX_PENDING) this.#indexPending();
    else if (max > 0) this.#timer ??= setTimeout(() => this.#indexPending(), MAX_WAIT).unref();
  }

  /** Writes what an earlier run, or a process that died, left waiting. */
  indexPending(): void {
    this.#indexPending();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#mergeTimer);
  }

  #indexPending(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#stopped) return;
    this.#running = true;
    const done = [...this.#collections.all()].filter((collection) => collection.searchKeys.length > 0).map(async (collection) => {
      subtractPendingRows(collection, MAX_BATCH_SIZE);
      this.#addWritten(collection, await this.#queue().indexPendingRows(collection, MAX_BATCH_SIZE));
    });
    // A failure (a full disk, say) is told to whoever saves next; the texts wait on.
    Promise.all(done).then(() => this.#finish(), () => {
      this.#running = false;
    });
  }

  #finish(): void {
    this.#running = false;
    this.noticeCommit();
  }

  #addWritten(collection: Collection, rows: number): void {
    const written = (this.#written.get(collection) ?? 0) + rows;
    this.#written.set(collection, written);
    if (rows === 0 || written < MERGE_THRESHOLD) return;
    clearTimeout(this.#mergeTimer);
    this.#mergeTimer = setTimeout(() => this.#merge(collection, true), MERGE_QUIET).unref();
  }

  /** A step at a time, so that nobody waits for more than one; a failure leaves the segments as they are. */
  #merge(collection: Collection, isFirst: boolean): void {
    if (this.#stopped) return;
    if (!this.#mayMerge()) {
      this.#mergeTimer = setTimeout(() => this.#merge(collection, isFirst), MERGE_QUIET).unref();
      return;
    }
    this.#queue().mergeSearchSegments(collection, isFirst).then((isMore) => {
      if (isMore) this.#mergeTimer = setTimeout(() => this.#merge(collection, false), MERGE_PAUSE).unref();
      else this.#written.set(collection, 0);
    }, () => undefined);
  }
}
