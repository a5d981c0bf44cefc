import type { Collection, CollectionMap } from '../schema/collection.ts';
import type { CommitQueue } from '../write/commit-queue.ts';
import { addPendingRows, countPendingRows, takePendingRows } from './search-writer.ts';

/** Maximum number of pending rows of a search table: each query tests them one by one. */
const MAX_PENDING = 384;
/** Maximum number of rows written in one transaction: some twenty milliseconds. */
const MAX_BATCH_SIZE = 512;
/**
 * Maximum wait of a row, in milliseconds. Rows are not written at once, because each batch adds a segment, and segments
 * have to be merged.
 */
const MAX_WAIT = 400;

/** Number of written rows after which the segments of a search table are merged: queries are then three times as fast. */
const MERGE_THRESHOLD = 5000;
/**
 * Merging waits until no text was written for this many milliseconds, and the pause between two steps is several times as
 * long as a step.
 */
const MERGE_QUIET = 1500;
const MERGE_PAUSE = 60;

/** Writes pending texts to their search table soon, and many in one batch. */
export class SearchIndexer {
  readonly #collections: CollectionMap;
  readonly #queue: () => CommitQueue;
  readonly #mayMerge: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  readonly #written = new Map<Collection, number>();
  #mergeTimer: NodeJS.Timeout | undefined;
  #running = false;
  #stopped = false;

  /** `mayMerge` returns false while the pages that merging writes could not leave the WAL. */
  constructor(collections: CollectionMap, queue: () => CommitQueue, mayMerge: () => boolean) {
    this.#mayMerge = mayMerge;
    this.#collections = collections;
    this.#queue = queue;
  }

  /** Called after each commit, which may have added pending texts. */
  noticeCommit(): void {
    if (this.#running || this.#stopped) return;
    let max = 0;
    for (const collection of this.#collections.all()) max = Math.max(max, countPendingRows(collection));
    if (max >= MAX_PENDING) this.#indexPending();
    else if (max > 0) this.#timer ??= setTimeout(() => this.#indexPending(), MAX_WAIT).unref();
  }

  /** Writes the texts that an earlier run, or a process that died, left pending: of all collections, as nobody counted them. */
  indexPending(): void {
    this.#indexPending(true);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#mergeTimer);
  }

  #indexPending(ofAll = false): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#stopped) return;
    this.#running = true;
    const done = [...this.#collections.all()]
      .filter((collection) => collection.searchKeys.length > 0 && (ofAll || countPendingRows(collection) > 0))
      .map(async (collection) => {
        const rows = takePendingRows(collection, MAX_BATCH_SIZE);
        try {
          this.#addWritten(collection, await this.#queue().indexPendingRows(collection, MAX_BATCH_SIZE));
        } catch (error) {
          addPendingRows(collection, rows);
          throw error;
        }
      });
    // A failure, such as a full disk, is reported to the next write; the texts stay pending.
    Promise.all(done).then(
      () => this.#finish(),
      () => {
        this.#running = false;
      },
    );
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

  /** Runs one step at a time, so that no write waits for more than one; a failure leaves the segments as they are. */
  #merge(collection: Collection, isFirst: boolean): void {
    if (this.#stopped) return;
    if (!this.#mayMerge()) {
      this.#mergeTimer = setTimeout(() => this.#merge(collection, isFirst), MERGE_QUIET).unref();
      return;
    }
    this.#queue()
      .mergeSearchSegments(collection, isFirst)
      .then(
        (isMore) => {
          if (isMore) this.#mergeTimer = setTimeout(() => this.#merge(collection, false), MERGE_PAUSE).unref();
          else this.#written.set(collection, 0);
        },
        () => undefined,
      );
  }
}
