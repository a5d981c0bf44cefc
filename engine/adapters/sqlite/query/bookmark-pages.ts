import type { Bookmark } from '../cache/query-cache.ts';
import type { QueryPlan } from './query-plan.ts';
import { sortPositionColumns } from './query-text.ts';
import { readSortPosition } from './sort-position.ts';
import { seekSegments } from './seek-segments.ts';
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

  /** The rows of a page, once bookmarks exist; undefined when the scan from a bookmark takes too long. */
  rows(plan: QueryPlan, slice: Slice): number[] | Promise<number[]> | undefined {
    const bookmark = this.#context.cache.getBookmark(plan, slice.offset);
    if (bookmark) return this.#seek(plan, bookmark, slice);
    // A reader thread scans the order; concurrent requests share the same scan.
    return this.#context.cache
      .share(`marks ${plan.orderKey}`, slice.deadline, (deadline) => this.#makeBookmarks(plan, slice, deadline))
      .then(() => {
        const page = this.#context.versions.snapshot(() => {
          const made = this.#context.cache.getBookmark(plan, slice.offset);
          return made && this.#seek(plan, made, slice);
        });
        return page ?? this.#scanAll(plan, slice);
      });
  }

  #seek(plan: QueryPlan, bookmark: Bookmark, slice: Slice): number[] | undefined {
    const { connection } = this.#context;
    const skip = slice.offset - bookmark.ordinal;
    const rids: unknown[][] = [];
    const found = connection.budget.withinRows(SEEK_ROWS + slice.limit, () => {
      for (const { text, params } of seekSegments(plan, bookmark.sortPosition, 't.rid')) {
        rids.push(...connection.all(text, [...params, skip + slice.limit - rids.length]));
        if (rids.length >= skip + slice.limit) break;
      }
      return true;
    });
    if (!found) return undefined;
    return ridsOf(rids.slice(skip));
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

  async #scanAll(plan: QueryPlan, slice: Slice): Promise<number[]> {
    const [segment] = seekSegments(plan, undefined, 't.rid');
    if (!segment) return [];
    const statement = { text: `${segment.text} OFFSET ?`, params: [...segment.params, slice.limit, slice.offset] };
    const { results } = await this.#context.readers.read({ kind: 'read', statements: [statement], deadline: slice.deadline });
    return ridsOf(results[0] ?? []);
  }
}
