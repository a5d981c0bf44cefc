import type { QueryClient } from '@tanstack/react-query';
import type { IDatasource } from 'ag-grid-community';
import type { ModuleView } from '#engine/model/wire';
import type { ApiError, RecordData, SearchInput, Warning } from '../../client/index.ts';
import { fetchListPage, type ListState } from '../../headless/index.ts';

/** Rows per request while scrolling without pages. */
export const ENDLESS_BLOCK_SIZE = 100;

/** The result of a list request: the total and the number of rows. */
export interface ListResult {
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly rows: number;
  readonly warnings: readonly Warning[];
}

/** Blocks of a list that are cached in memory; older ones are loaded again. */
export const MAX_BLOCKS = 20;
/** Maximum number of concurrent requests for blocks. */
const MAX_CONCURRENT_READS = 3;

/** Dragging the scroll bar requests many blocks: the most recent one is visible, so it is loaded first. */
class BlockQueue {
  #running = 0;
  readonly #waiting: (() => Promise<void>)[] = [];

  add(read: () => Promise<void>): void {
    this.#waiting.push(read);
    // The same number of newer blocks has evicted it from the grid's cache.
    if (this.#waiting.length > MAX_BLOCKS) this.#waiting.shift();
    this.#run();
  }

  #run(): void {
    while (this.#running < MAX_CONCURRENT_READS) {
      const read = this.#waiting.pop();
      if (read === undefined) return;
      this.#running += 1;
      void read().finally(() => {
        this.#running -= 1;
        this.#run();
      });
    }
  }
}

export interface GridSourceInput {
  readonly client: QueryClient;
  readonly module: ModuleView;
  readonly query: SearchInput;
  readonly state: Pick<ListState, 'page' | 'pageSize'>;
  readonly onLoaded: (result: ListResult) => void;
  readonly onError: (error: ApiError) => void;
  readonly onLoading: () => void;
}

/**
 * Rows from the server for the grid. With a page size the grid receives only one page; without, it requests blocks while it is scrolled.
 */
export function createGridSource({ client, module, query, state, onLoaded, onError, onLoading }: GridSourceInput): IDatasource {
  const isEndless = state.pageSize === 0;
  const queue = new BlockQueue();
  let isDestroyed = false;
  let isLastPagePrefetched = false;
  /** Prefetches the last page when the user starts to scroll, because they may drag the scroll bar to the end. */
  const prefetchLastPage = (ordered: SearchInput, size: number, total: number): void => {
    if (isLastPagePrefetched) return;
    isLastPagePrefetched = true;
    fetchListPage(client, module, ordered, Math.floor((total - 1) / size), size).catch(() => undefined);
  };
  return {
    getRows: (request) => {
      const { startRow, sortModel } = request;
      const size = isEndless ? ENDLESS_BLOCK_SIZE : state.pageSize;
      const page = isEndless ? Math.floor(startRow / size) : state.page;
      // A click on a header requests rows before the list state is updated: the order of the grid has priority.
      const sort = sortModel[0];
      const ordered = sort === undefined ? query : { ...query, sortField: sort.colId, sortOrder: sort.sort };
      onLoading();
      queue.add(() =>
        isDestroyed
          ? Promise.resolve()
          : fetchListPage(client, module, ordered, page, size).then(
              (result) => {
                if (isDestroyed) return;
                request.successCallback(result.data as RecordData[], isEndless ? result.total : result.data.length);
                if (isEndless && page > 0) prefetchLastPage(ordered, size, result.total);
                onLoaded({
                  total: result.total,
                  totalIsExact: result.totalIsExact ?? true,
                  rows: result.data.length,
                  warnings: result._warnings ?? [],
                });
              },
              (error: unknown) => {
                if (isDestroyed) return;
                request.failCallback();
                onError(error as ApiError);
              },
            ),
      );
    },
    destroy: () => {
      isDestroyed = true;
    },
  };
}
