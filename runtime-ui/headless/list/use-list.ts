import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView, SavedView, SavedViewList } from '#engine/model/wire';
import { queryKeys, type ApiError, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import { readLocalPreference, writeLocalPreference } from '../local-state/local-preferences.ts';
import { useLocalPreference } from '../local-state/use-local-preference.ts';
import { isColumnPreferences, listColumns, NO_PREFERENCES, type ColumnPreferences, type ListColumn } from './column-preferences.ts';
import { listQuery, readListPage } from './list-query.ts';
import { FIT_PAGE_SIZE, initialListState, differsFromView, readListState, writeListState, type ListState } from './list-state.ts';
import { homeViewOf, listViewTabs, viewOfAddress } from './list-views.ts';
import { useUserId } from '../record/use-user-id.ts';

/** A partial state, or a function that computes it from the last requested state, which may not be rendered yet. */
export type ListChange = Partial<ListState> | ((now: ListState) => Partial<ListState>);

/**
 * Changes a query string. `now` is the last requested one: the rendered one may be older. `isPush`: adds a history entry, so that Back
 * returns to the previous state.
 */
export type UpdateSearchParams = (next: (now: URLSearchParams) => URLSearchParams, isPush?: boolean) => void;

export interface ListHandle {
  readonly state: ListState;
  /** The open saved view; undefined for the views that every module has. */
  readonly view: SavedView | undefined;
  /** Whether the list differs from its view. */
  readonly isChanged: boolean;
  /** Opens a view as it was saved. */
  readonly openView: (view: string) => void;
  /** Reverts the changes to the view. */
  readonly reset: () => void;
  /**
   * Called when the view is sent to be saved. The returned function is called with the saved view: it shows that view, with the changes
   * made meanwhile.
   */
  readonly beginSave: () => (saved: SavedView) => void;
  /**
   * Changes the state; all changes except those of the page itself go to the first page. `isPush`: adds a history entry, so that Back
   * returns to the previous state.
   */
  readonly change: (part: ListChange, isPush?: boolean) => void;
  readonly columns: readonly ListColumn[];
  /** Sets the columns, computed from the last requested ones; null: as in the view or the layout. */
  readonly showColumns: (choose: ((fieldNames: readonly string[]) => readonly string[]) | null) => void;
  readonly setWidth: (fieldName: string, width: number) => void;
  /** The query of this state without its page. */
  readonly query: SearchInput;
}

const isCount = (value: JsonValue): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1000;
const isSavedPageSize = (value: JsonValue): value is number => value === FIT_PAGE_SIZE || isCount(value);

/** The names of the visible columns, in order. */
function shownNames(module: ModuleView, shown: readonly string[] | null): readonly string[] {
  const columns = listColumns(module, { widths: {}, shown: shown === null ? null : [...shown] });
  return columns.filter((column) => column.shown && column.item.field !== undefined).map((column) => column.item.fieldName);
}

/** The view in the query string: a saved one, or the name of one that every module has. */
function openedView({ module, views, home }: Pick<ListAddress, 'module' | 'views' | 'home'>, searchParams: URLSearchParams) {
  const requested = viewOfAddress(searchParams, home);
  const view = views?.data.find((one) => one._id === requested);
  return { view, tab: listViewTabs(module).some((one) => one.name === requested) ? requested : 'all' };
}

function buildInitialState(module: ModuleView, savedPageSize: number, view: SavedView | undefined, tab: string): ListState {
  const plain = initialListState(module, { pageSize: savedPageSize }, view);
  return view === undefined ? { ...plain, view: tab, ...listViewTabs(module).find(({ name }) => name === tab)?.sort } : plain;
}

/** What the functions of a list need to change its query string. */
interface ListAddress {
  readonly module: ModuleView;
  readonly views: SavedViewList | undefined;
  readonly savedPageSize: number;
  /** The view of an address without one. */
  readonly home: string;
  readonly updateSearchParams: UpdateSearchParams;
}

function useChange({ module, views, savedPageSize, home, updateSearchParams }: ListAddress, savePageSize: (size: number) => void) {
  return useCallback(
    (part: ListChange, isPush = false) =>
      updateSearchParams((now) => {
        const opened = openedView({ module, views, home }, now);
        const begun = buildInitialState(module, savedPageSize, opened.view, opened.tab);
        const before = readListState(withoutMissingView(now, begun.view), begun);
        const patch = typeof part === 'function' ? part(before) : part;
        if (patch.pageSize !== undefined) savePageSize(patch.pageSize);
        // Sorting by a column replaces all other sort keys.
        const next = patch.sortField === undefined && patch.sortOrder === undefined ? patch : { thenBy: [], ...patch };
        const whole = { ...before, page: 0, ...next };
        const written = writeListState(whole, { ...begun, pageSize: patch.pageSize ?? begun.pageSize }, home);
        // A calendar keeps its position when its filter changes.
        if (whole.viewType?.kind === 'calendar') copyCalendarPosition(now, written);
        return written;
      }, isPush),
    [module, views, savedPageSize, home, savePageSize, updateSearchParams],
  );
}

type ViewActions = Pick<ListHandle, 'openView' | 'reset' | 'beginSave'>;

/** Opens, resets and saves views. `initial` is the state of the open view, `state` the one that is shown. */
function useViewActions(address: ListAddress, initial: ListState, state: ListState): ViewActions {
  const { module, savedPageSize, home, updateSearchParams } = address;
  const userId = useUserId();
  const openView = useCallback(
    (name: string) => {
      writeLocalPreference(userId ?? '', `${module.name}.view`, name);
      updateSearchParams(() => addressOfView(name, home), true);
    },
    [userId, module.name, home, updateSearchParams],
  );
  const reset = useCallback(() => updateSearchParams((now) => addressOfView(viewOfAddress(now, home), home)), [home, updateSearchParams]);
  const beginSave = useCallback(
    () => (saved: SavedView) =>
      updateSearchParams((now) => {
        // Another view that was opened meanwhile is not changed.
        if (viewOfAddress(now, home) !== saved._id) return now;
        const latest = readListState(now, initial);
        if (!differsFromView(latest, state)) return addressOfView(saved._id, home);
        return writeListState(latest, buildInitialState(module, savedPageSize, saved, 'all'), home);
      }),
    [module, savedPageSize, home, initial, state, updateSearchParams],
  );
  return { openView, reset, beginSave };
}

/** The columns of a list. Widths set by the user take precedence over those of a saved view. */
function useColumns(
  module: ModuleView,
  view: SavedView | undefined,
  preferences: ColumnPreferences,
  chosen: ListState['columns'],
): readonly ListColumn[] {
  const widths = useMemo(
    () => ({
      ...Object.fromEntries(
        (view?.columns ?? []).flatMap(({ fieldName, width }) => (width === undefined ? [] : [[fieldName, width] as const])),
      ),
      ...preferences.widths,
    }),
    [view, preferences.widths],
  );
  return useMemo(
    () => listColumns(module, { widths, shown: chosen === null ? preferences.shown : [...chosen] }),
    [module, widths, preferences.shown, chosen],
  );
}

/**
 * The query of a list. An equal query is the same object: a grid replaces its rows, and so their selection, when its query changes, and
 * the views of a list, which may load after its rows, compute the columns again.
 */
function useQueryOf(module: ModuleView, state: ListState, columns: readonly ListColumn[]): SearchInput {
  const next = useMemo(
    () =>
      listQuery(
        module,
        state,
        columns.filter((column) => column.shown).map((column) => column.item),
      ),
    [module, state, columns],
  );
  const [query, setQuery] = useState(next);
  if (query === next || JSON.stringify(query) === JSON.stringify(next)) return query;
  setQuery(next);
  return next;
}

/** The state of a list, from its query string, the user's preferences, and the layout. */
export function useList(
  module: ModuleView,
  searchParams: URLSearchParams,
  updateSearchParams: UpdateSearchParams,
  views?: SavedViewList,
): ListHandle {
  const [savedPageSize, savePageSize] = useLocalPreference<number>(`${module.name}.pageSize`, FIT_PAGE_SIZE, isSavedPageSize);
  const [preferences, savePreferences] = useLocalPreference(`${module.name}.columns`, NO_PREFERENCES, isColumnPreferences);
  const home = homeViewOf(module, views, useLastView(module.name));
  const { view, tab } = openedView({ module, views, home }, searchParams);
  const initial = useMemo(() => buildInitialState(module, savedPageSize, view, tab), [module, savedPageSize, view, tab]);
  const text = withoutMissingView(searchParams, initial.view).toString();
  const state = useMemo(() => readListState(new URLSearchParams(text), initial), [text, initial]);
  const address: ListAddress = { module, views, savedPageSize, home, updateSearchParams };
  const change = useChange(address, savePageSize);
  const viewActions = useViewActions(address, initial, state);
  const columns = useColumns(module, view, preferences, state.columns);
  const query = useQueryOf(module, state, columns);
  const isSaved = view !== undefined;
  const showColumns = useCallback<ListHandle['showColumns']>(
    (choose) => {
      if (isSaved)
        change((now) => ({ columns: choose === null ? initial.columns : choose(shownNames(module, now.columns ?? preferences.shown)) }));
      else savePreferences({ ...preferences, shown: choose === null ? null : [...choose(shownNames(module, preferences.shown))] });
    },
    [module, isSaved, change, initial.columns, preferences, savePreferences],
  );
  const setWidth = useCallback(
    (name: string, width: number) => savePreferences({ ...preferences, widths: { ...preferences.widths, [name]: Math.round(width) } }),
    [preferences, savePreferences],
  );
  return { state, view, isChanged: differsFromView(state, initial), ...viewActions, change, columns, showColumns, setWidth, query };
}

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** The view that the user opened last before this page of the module: during it, Back returns to where the list opened. */
function useLastView(module: string): string | undefined {
  const userId = useUserId() ?? '';
  return useMemo(() => readLocalPreference(userId, `${module}.view`, isText), [userId, module]);
}

function copyCalendarPosition(from: URLSearchParams, to: URLSearchParams): void {
  for (const name of ['at', 'span']) {
    const value = from.get(name);
    if (value !== null) to.set(name, value);
  }
}

function addressOfView(view: string, home: string): URLSearchParams {
  return view === home ? new URLSearchParams() : new URLSearchParams({ view });
}

/** A query string with a view that no longer exists, or that the user may not use, opens the default view. */
function withoutMissingView(searchParams: URLSearchParams, open: string): URLSearchParams {
  const requested = searchParams.get('view');
  if (requested === null || requested === open) return searchParams;
  const next = new URLSearchParams(searchParams);
  next.delete('view');
  return next;
}

/** Reads a page through the cache, so that a save elsewhere invalidates it and a second visit shows it at once. */
export function fetchListPage(
  client: QueryClient,
  module: ModuleView,
  query: SearchInput,
  pageNumber: number,
  pageSize: number,
): Promise<PageResponse<RecordData>> {
  const input = { ...query, pageNumber, pageSize };
  return client.fetchQuery({
    queryKey: queryKeys.list(module.name, input),
    queryFn: ({ signal }) => readListPage(module, input, signal),
    staleTime: 15_000,
  });
}

/** A list with endless scrolling: pages of 30. */
export function useInfiniteList(module: ModuleView, query: SearchInput) {
  const pageSize = 30;
  return useInfiniteQuery<PageResponse<RecordData>, ApiError>({
    queryKey: queryKeys.list(module.name, { ...query, growing: pageSize }),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readListPage(module, { ...query, pageNumber: pageParam as number, pageSize }, signal),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length : undefined),
  });
}

/** Calls `onStale` right after the module's queries were invalidated: by a save, an undo, or a plugin's change. */
export function useOnListInvalidated(module: ModuleView, onStale: () => void): void {
  const client = useQueryClient();
  const act = useRef(onStale);
  useEffect(() => {
    act.current = onStale;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = client.getQueryCache().subscribe((event) => {
      const [scope, name, kind] = event.query.queryKey as readonly unknown[];
      if (event.type !== 'updated' || event.action.type !== 'invalidate' || scope !== 'records' || name !== module.name || kind !== 'list')
        return;
      // One invalidation affects many queries: once is enough.
      clearTimeout(timer);
      timer = setTimeout(() => act.current());
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, module.name]);
}

/** The query cache, for components that read pages themselves. */
export function useListCache(): QueryClient {
  return useQueryClient();
}
