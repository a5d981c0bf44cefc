import type { QueryClient } from '@tanstack/react-query';
import type { IDatasource } from 'ag-grid-community';
import type { ModuleView } from '#engine/model';
import type { ApiError, RecordData, SearchInput, Warning } from '../../client/index.ts';
import { fetchListPage, type ListState } from '../../headless/index.ts';

/** Rows asked for at a time while scrolling without end. */
export const ENDLESS_BLOCK = 100;

/** What a list knows after an answer: how many there are, and whether any came. */
export interface ListAnswer {
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly rows: number;
  readonly warnings: readonly Warning[];
}

/** Blocks of a list kept in memory; older ones are read again. */
export const MOST_BLOCKS = 20;
/** Blocks read at once. */
const AT_ONCE = 3;

/** Who pulls the scroll bar passes many blocks: the one that was asked for last is in sight, and goes first. */
class BlockQueue {
  #running = 0;
  readonly #waiting: (() => Promise<void>)[] = [];

  add(read: () => Promise<void>): void {
    this.#waiting.push(read);
    // As many newer ones have driven it out of the grid.
    if (this.#waiting.length > MOST_BLOCKS) this.#waiting.shift();
    this.#run();
  }

  #run(): void {
    while (this.#running < AT_ONCE) {
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
  readonly onAnswer: (answer: ListAnswer) => void;
  readonly onFailure: (error: ApiError) => void;
  readonly onAsk: () => void;
}

/**
 * Rows from the server for the grid. With a page size the grid is given one page and knows of no other; without, it
 * asks for blocks as it is scrolled.
 */
export function createGridSource({ client, module, query, state, onAnswer, onFailure, onAsk }: GridSourceInput): IDatasource {
  const isEndless = state.pageSize === 0;
  const queue = new BlockQueue();
  let isOver = false;
  let isFarAsked = false;
  /** Who begins to scroll may pull the bar to the end: the store finds its way there meanwhile. */
  const askFar = (ordered: SearchInput, size: number, total: number): void => {
    if (isFarAsked) return;
    isFarAsked = true;
    fetchListPage(client, module, ordered, Math.floor((total - 1) / size), size).catch(() => undefined);
  };
  return {
    getRows: (asked) => {
      const { startRow, sortModel } = asked;
      const size = isEndless ? ENDLESS_BLOCK : state.pageSize;
      const page = isEndless ? Math.floor(startRow / size) : state.page;
      // A click on a header asks again before the list's own state has followed: its order goes first.
      const sort = sortModel[0];
      const ordered = sort === undefined ? query : { ...query, sortField: sort.colId, sortOrder: sort.sort };
      onAsk();
      queue.add(() => isOver ? Promise.resolve() : fetchListPage(client, module, ordered, page, size).then((answer) => {
        if (isOver) return;
        asked.successCallback(answer.data as RecordData[], isEndless ? answer.total : answer.data.length);
        if (isEndless && page > 0) askFar(ordered, size, answer.total);
        onAnswer({ total: answer.total, totalIsExact: answer.totalIsExact ?? true, rows: answer.data.length, warnings: answer._warnings ?? [] });
      }, (error: unknown) => {
        if (isOver) return;
        asked.failCallback();
        onFailure(error as ApiError);
      }));
    },
    destroy: () => { isOver = true; },
  };
}
