import type { Bookmark } from '../cache/query-cache.ts';
import type { QueryPlan } from './query-plan.ts';
import { selectRows, sortPositionColumns } from './query-text.ts';
import { readSortPosition } from './sort-position.ts';
import { seekSegments } from './seek-segments.ts';
import { readInThread, type RowReader } from './row-reader.ts';
import { ridsOf, type Slice } from './slice.ts';
import type { StoreContext } from '../store-context.ts';

/** Number of records between two bookmarks. */
const BOOKMARK_INTERVAL = 16;
/** Number of rows past the requested offset that get bookmarks; the next scan continues from the last bookmark. */
const ROWS_AHEAD = 20_000;
const SEEK_ROWS = 6000;

/** Reads pages at deep offsets: seeks to the bookmark before the offset, and scans a few rows from there. */
export class BookmarkPages {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  /** Reads a page, after making bookmarks when there are none for it; undefined when the scan from a bookmark takes too long. */
  read<T>(plan: QueryPlan, slice: Slice, reader: RowReader<T>): T[] | Promise<T[]> | undefined {
    const bookmark = this.#context.cache.getBookmark(plan, slice.offset);
    return bookmark ? this.#seek(plan, bookmark, slice, reader) : this.#readAfterScan(plan, slice, reader);
  }

  /** A reader thread scans the order; concurrent requests share the same scan. */
  async #readAfterScan<T>(plan: QueryPlan, slice: Slice, reader: RowReader<T>): Promise<T[]> {
    const { cache, versions } = this.#context;
    await cache.share(`marks ${plan.orderKey}`, slice.deadline, (deadline) => this.#makeBookmarks(plan, slice, deadline));
    const page = versions.snapshot(() => {
      const bookmark = cache.getBookmark(plan, slice.offset);
      return bookmark && this.#seek(plan, bookmark, slice, reader);
    });
    return page ?? readInThread(this.#context, plan, selectRows(plan, 't.rid', 'index', slice.offset, slice.limit), reader, slice.deadline);
  }

  #seek<T>(plan: QueryPlan, bookmark: Bookmark, slice: Slice, reader: RowReader<T>): T[] | undefined {
    const { connection, cache } = this.#context;
    const mark = cache.beginRead(plan.collection.name);
    const skip = slice.offset - bookmark.ordinal;
    const rows: unknown[][] = [];
    const found = connection.budget.withinRows(SEEK_ROWS + slice.limit, () => {
      for (const { text, params } of seekSegments(plan, bookmark.sortPosition, 't.rid')) {
        rows.push(...connection.all(text, [...params, skip + slice.limit - rows.length]));
        if (rows.length >= skip + slice.limit) break;
      }
      return true;
    });
    if (!found) return undefined;
    const rids = ridsOf(rows.slice(skip));
    cache.setPage(plan, slice, rids, mark);
    return reader.read(plan, rids);
  }

  async #makeBookmarks(plan: QueryPlan, slice: Slice, deadline: number): Promise<void> {
    const { cache, readers, versions } = this.#context;
    const begun = cache.beginRead(plan.collection.name);
    // Continues after the rows that were scanned before.
    const base = cache.getLastBookmark(plan);
    const rows = slice.offset + ROWS_AHEAD - (base?.ordinal ?? 0);
    const page = await readers.readBookmarks({
      kind: 'marks',
      segments: seekSegments(plan, base?.sortPosition, sortPositionColumns(plan)),
      every: BOOKMARK_INTERVAL,
      rows,
      deadline,
    });
    versions.refresh();
    const mark = cache.endRead(plan.collection.name, begun, page.position);
    if (mark === undefined) return;
    const found = page.bookmarks.map(({ ordinal, row }) => ({ ordinal, sortPosition: readSortPosition(row, plan.sortKeys) }));
    cache.addBookmarks(plan, { base, bookmarks: found, scannedRows: page.scannedRows < rows ? Infinity : rows }, mark);
  }
}
