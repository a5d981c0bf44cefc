import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { JsonValue, ModuleView } from '#engine/model';
import { queryKeys, useSession, type ApiError, type PageAnswer, type RecordData, type SearchInput } from '../../client/index.ts';
import { useKeptChoice } from '../kept/use-kept-choice.ts';
import { isColumnPreferences, listColumns, NO_PREFERENCES, type ListColumn } from './column-preferences.ts';
import { listQuery, readListPage } from './list-query.ts';
import { initialListState, readListState, writeListState, type ListState } from './list-state.ts';

export interface ListHandle {
  readonly state: ListState;
  /** Changes the state; anything but the page itself goes back to the first page. */
  readonly change: (part: Partial<ListState>) => void;
  readonly columns: readonly ListColumn[];
  readonly showColumns: (fieldNames: readonly string[] | null) => void;
  readonly setWidth: (fieldName: string, width: number) => void;
  /** The search of this state without its page. */
  readonly query: SearchInput;
}

const isCount = (value: JsonValue): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1000;

/** The state of a list between its address (query string), what the user kept, and what the layout says. */
export function useList(module: ModuleView, address: URLSearchParams, setAddress: (next: URLSearchParams) => void): ListHandle {
  const [keptSize, keepSize] = useKeptChoice<number>(`${module.name}.pageSize`, -1, (value): value is number => value === -1 || isCount(value));
  const [preferences, keepPreferences] = useKeptChoice(`${module.name}.columns`, NO_PREFERENCES, isColumnPreferences);
  const initial = useMemo(() => initialListState(module, { pageSize: keptSize < 0 ? undefined : keptSize }), [module, keptSize]);
  const text = address.toString();
  const state = useMemo(() => readListState(new URLSearchParams(text), initial), [text, initial]);
  const change = useCallback((part: Partial<ListState>) => {
    if (part.pageSize !== undefined) keepSize(part.pageSize);
    const base = part.pageSize === undefined ? initial : { ...initial, pageSize: part.pageSize };
    setAddress(writeListState({ ...state, page: 0, ...part }, base));
  }, [state, initial, keepSize, setAddress]);
  const columns = useMemo(() => listColumns(module, preferences), [module, preferences]);
  const query = useMemo(() => listQuery(module, state, columns.filter((column) => column.shown).map((column) => column.item)), [module, state, columns]);
  const showColumns = useCallback((names: readonly string[] | null) => keepPreferences({ ...preferences, shown: names === null ? null : [...names] }), [preferences, keepPreferences]);
  const setWidth = useCallback((name: string, width: number) => keepPreferences({ ...preferences, widths: { ...preferences.widths, [name]: Math.round(width) } }), [preferences, keepPreferences]);
  return { state, change, columns, showColumns, setWidth, query };
}

/** Reads a page through the cache, so that a save elsewhere drops it and a second visit is at once there. */
export function fetchListPage(client: QueryClient, module: ModuleView, query: SearchInput, pageNumber: number, pageSize: number): Promise<PageAnswer<RecordData>> {
  const input = { ...query, pageNumber, pageSize };
  return client.fetchQuery({ queryKey: queryKeys.list(module.name, input), queryFn: ({ signal }) => readListPage(module, input, signal), staleTime: 15_000 });
}

/** A list that grows as it is scrolled: pages of 30. */
export function useGrowingList(module: ModuleView, query: SearchInput) {
  const pageSize = 30;
  return useInfiniteQuery<PageAnswer<RecordData>, ApiError>({
    queryKey: queryKeys.list(module.name, { ...query, growing: pageSize }),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readListPage(module, { ...query, pageNumber: pageParam as number, pageSize }, signal),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length : undefined),
  });
}

/** Calls `onStale` soon after what was read of the module was dropped: a save, an undo, a plugin's change. */
export function useStaleList(module: ModuleView, onStale: () => void): void {
  const client = useQueryClient();
  const act = useRef(onStale);
  useEffect(() => { act.current = onStale; });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = client.getQueryCache().subscribe((event) => {
      const [room, name, kind] = event.query.queryKey as readonly unknown[];
      if (event.type !== 'updated' || event.action.type !== 'invalidate' || room !== 'records' || name !== module.name || kind !== 'list') return;
      // One drop touches many queries: once is enough.
      clearTimeout(timer);
      timer = setTimeout(() => act.current(), 60);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, module.name]);
}

/** The id of the signed-in user; undefined when nobody is. */
export function useUserId(): string | undefined {
  return useSession((session) => session.user?._id);
}

/** The query cache, for those who read pages by themselves. */
export function useListCache(): QueryClient {
  return useQueryClient();
}
