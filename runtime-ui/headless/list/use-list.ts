import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { JsonValue, ModuleView, SavedView, SavedViewList } from '#engine/model';
import { queryKeys, useSession, type ApiError, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import { useLocalPreference } from '../local-state/use-local-preference.ts';
import { isColumnPreferences, listColumns, NO_PREFERENCES, type ListColumn } from './column-preferences.ts';
import { listQuery, readListPage } from './list-query.ts';
import { initialListState, differsFromView, readListState, writeListState, type ListState } from './list-state.ts';
import { listViewTabs } from './list-views.ts';

/** What is to be different: the parts themselves, or how they follow from the state that was asked for last, which may not be shown yet. */
export type ListChange = Partial<ListState> | ((now: ListState) => Partial<ListState>);

/** Changes a query string. `now` is the one that was asked for last: what is rendered may be older. `isNew`: Back comes to what was shown before. */
export type UpdateSearchParams = (next: (now: URLSearchParams) => URLSearchParams, isPush?: boolean) => void;

export interface ListHandle {
  readonly state: ListState;
  /** The saved view that is open; undefined for the views that every module has. */
  readonly view: SavedView | undefined;
  /** Whether the list shows something else than its view says. */
  readonly isChanged: boolean;
  /** Opens a view as it was saved. */
  readonly openView: (view: string) => void;
  /** Takes back what was changed in the view. */
  readonly reset: () => void;
  /** Called as the view is sent to be saved; what it answers, once it is: shows the view as it is then, with what was changed on the way. */
  readonly beginSave: () => (saved: SavedView) => void;
  /** Changes the state; anything but the page itself goes back to the first page. `isNew`: Back comes to what was shown before. */
  readonly change: (part: ListChange, isPush?: boolean) => void;
  readonly columns: readonly ListColumn[];
  /** Chooses the columns, from those that were chosen last; null: as the view or the layout says. */
  readonly showColumns: (choose: ((fieldNames: readonly string[]) => readonly string[]) | null) => void;
  readonly setWidth: (fieldName: string, width: number) => void;
  /** The search of this state without its page. */
  readonly query: SearchInput;
}

const isCount = (value: JsonValue): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1000;
const isSavedPageSize = (value: JsonValue): value is number => value === -1 || isCount(value);

/** The names of the columns that a list shows, in order. */
function shownNames(module: ModuleView, shown: readonly string[] | null): readonly string[] {
  const columns = listColumns(module, { widths: {}, shown: shown === null ? null : [...shown] });
  return columns.filter((column) => column.shown && column.item.field !== undefined).map((column) => column.item.fieldName);
}

/** The view that an address opens: a saved one, or the name of one that every module has. */
function openedView(module: ModuleView, searchParams: URLSearchParams, views: SavedViewList | undefined) {
  const asked = searchParams.get('view') ?? defaultViewOf(views);
  const view = views?.data.find((one) => one._id === asked);
  return { view, tab: listViewTabs(module).some((one) => one.name === asked) ? asked : 'all' };
}

function defaultViewOf(views: SavedViewList | undefined): string {
  return views?.default ?? 'all';
}

function buildInitialState(module: ModuleView, savedPageSize: number, view: SavedView | undefined, tab: string): ListState {
  const plain = initialListState(module, { pageSize: savedPageSize < 0 ? undefined : savedPageSize }, view);
  return view === undefined ? { ...plain, view: tab } : plain;
}

/** The state of a list between its address (query string), what the user kept, and what the layout says. */
export function useList(module: ModuleView, searchParams: URLSearchParams, updateSearchParams: UpdateSearchParams, views?: SavedViewList): ListHandle {
  const [savedPageSize, savePageSize] = useLocalPreference<number>(`${module.name}.pageSize`, -1, isSavedPageSize);
  const [preferences, savePreferences] = useLocalPreference(`${module.name}.columns`, NO_PREFERENCES, isColumnPreferences);
  const home = defaultViewOf(views);
  const { view, tab } = openedView(module, searchParams, views);
  const initial = useMemo(() => buildInitialState(module, savedPageSize, view, tab), [module, savedPageSize, view, tab]);
  const text = withoutMissingView(searchParams, initial.view).toString();
  const state = useMemo(() => readListState(new URLSearchParams(text), initial), [text, initial]);
  const change = useCallback((part: ListChange, isPush = false) => updateSearchParams((now) => {
    const opened = openedView(module, now, views);
    const begun = buildInitialState(module, savedPageSize, opened.view, opened.tab);
    const before = readListState(withoutMissingView(now, begun.view), begun);
    const asked = typeof part === 'function' ? part(before) : part;
    if (asked.pageSize !== undefined) savePageSize(asked.pageSize);
    // Who sorts by a column wants that order alone.
    const next = asked.sortField === undefined && asked.sortOrder === undefined ? asked : { thenBy: [], ...asked };
    const whole = { ...before, page: 0, ...next };
    const written = writeListState(whole, { ...begun, pageSize: asked.pageSize ?? begun.pageSize }, home);
    // A calendar stays where it stands while its filter changes.
    if (whole.viewType?.kind === 'calendar') copyCalendarPosition(now, written);
    return written;
  }, isPush), [module, views, savedPageSize, home, savePageSize, updateSearchParams]);
  const openView = useCallback((name: string) => updateSearchParams(() => addressOfView(name, home), true), [home, updateSearchParams]);
  const reset = useCallback(() => updateSearchParams((now) => addressOfView(now.get('view') ?? home, home)), [home, updateSearchParams]);
  const beginSave = useCallback(() => (saved: SavedView) => updateSearchParams((now) => {
    // Another view that was opened on the way stays as it is.
    if ((now.get('view') ?? home) !== saved._id) return now;
    const latest = readListState(now, initial);
    if (!differsFromView(latest, state)) return addressOfView(saved._id, home);
    return writeListState(latest, buildInitialState(module, savedPageSize, saved, 'all'), home);
  }), [module, savedPageSize, home, initial, state, updateSearchParams]);
  // Widths that the user drew go before those that a view was saved with.
  const widths = useMemo(() => ({ ...Object.fromEntries((view?.columns ?? []).flatMap(({ fieldName, width }) => (width === undefined ? [] : [[fieldName, width] as const]))), ...preferences.widths }), [view, preferences.widths]);
  const columns = useMemo(() => listColumns(module, { widths, shown: state.columns === null ? preferences.shown : [...state.columns] }), [module, widths, preferences.shown, state.columns]);
  const query = useMemo(() => listQuery(module, state, columns.filter((column) => column.shown).map((column) => column.item)), [module, state, columns]);
  const isSaved = view !== undefined;
  const showColumns = useCallback<ListHandle['showColumns']>((choose) => {
    if (isSaved) change((now) => ({ columns: choose === null ? initial.columns : choose(shownNames(module, now.columns ?? preferences.shown)) }));
    else savePreferences({ ...preferences, shown: choose === null ? null : [...choose(shownNames(module, preferences.shown))] });
  }, [module, isSaved, change, initial.columns, preferences, savePreferences]);
  const setWidth = useCallback((name: string, width: number) => savePreferences({ ...preferences, widths: { ...preferences.widths, [name]: Math.round(width) } }), [preferences, savePreferences]);
  return { state, view, isChanged: differsFromView(state, initial), openView, reset, beginSave, change, columns, showColumns, setWidth, query };
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

/** An address that names a view which is not there any more, or not for this user, opens what every module has. */
function withoutMissingView(searchParams: URLSearchParams, open: string): URLSearchParams {
  const asked = searchParams.get('view');
  if (asked === null || asked === open) return searchParams;
  const next = new URLSearchParams(searchParams);
  next.delete('view');
  return next;
}

/** Reads a page through the cache, so that a save elsewhere drops it and a second visit is at once there. */
export function fetchListPage(client: QueryClient, module: ModuleView, query: SearchInput, pageNumber: number, pageSize: number): Promise<PageResponse<RecordData>> {
  const input = { ...query, pageNumber, pageSize };
  return client.fetchQuery({ queryKey: queryKeys.list(module.name, input), queryFn: ({ signal }) => readListPage(module, input, signal), staleTime: 15_000 });
}

/** A list that grows as it is scrolled: pages of 30. */
export function useInfiniteList(module: ModuleView, query: SearchInput) {
  const pageSize = 30;
  return useInfiniteQuery<PageResponse<RecordData>, ApiError>({
    queryKey: queryKeys.list(module.name, { ...query, growing: pageSize }),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readListPage(module, { ...query, pageNumber: pageParam as number, pageSize }, signal),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length : undefined),
  });
}

/** Calls `onStale` soon after what was read of the module was dropped: a save, an undo, a plugin's change. */
export function useOnListInvalidated(module: ModuleView, onStale: () => void): void {
  const client = useQueryClient();
  const act = useRef(onStale);
  useEffect(() => { act.current = onStale; });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = client.getQueryCache().subscribe((event) => {
      const [scope, name, kind] = event.query.queryKey as readonly unknown[];
      if (event.type !== 'updated' || event.action.type !== 'invalidate' || scope !== 'records' || name !== module.name || kind !== 'list') return;
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
