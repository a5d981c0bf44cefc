import type { JsonObject } from '#engine/model/values';
import type { ModuleView, SavedView, ViewDensity, ViewType, ViewGrouping } from '#engine/model/wire';
import type { SortDefinition } from '#engine/model/definitions';
import { readAddressTerms, writeAddressTerms } from './address-terms.ts';
import { viewOfAddress } from './list-views.ts';

/** As many rows as the window shows, but at least the page size of the layout. */
export const FIT_PAGE_SIZE = -1;

/** The state of a list: everything in its query string. */
export interface ListState {
  /** From 0. */
  readonly page: number;
  /** Rows per page; 0: endless scrolling; `FIT_PAGE_SIZE`: the list computes it. */
  readonly pageSize: number;
  readonly sortField: string;
  readonly sortOrder: 'asc' | 'desc';
  /** Further sort keys, for records that are equal by `sortField`. */
  readonly thenBy: readonly SortDefinition[];
  /** In the filter grammar. */
  readonly terms: JsonObject;
  /** The search text for the searchable fields. */
  readonly searchText: string;
  /** The view tab: 'all', 'mine', or the id of a saved view. */
  readonly view: string;
  readonly groupBy: ViewGrouping | null;
  /** Field names of the columns in order; null: the user's preferences for the module, else the layout. */
  readonly columns: readonly string[] | null;
  /** Null: the user's preference. */
  readonly density: ViewDensity | null;
  /** Null: a table. */
  readonly viewType: ViewType | null;
}

/** The state of a list before it was changed. `preferred` are the user's last choices, `view` is the open saved view. */
export function initialListState(
  module: ModuleView,
  preferred: { readonly pageSize?: number | undefined } = {},
  view?: SavedView,
): ListState {
  const [first, ...thenBy] = view?.sort ?? [];
  const sort = first ?? module.layouts.grid?.defaultSort ?? module.defaultSort;
  const pageSize = preferred.pageSize ?? FIT_PAGE_SIZE;
  const base = { page: 0, pageSize, sortField: sort.sortField, sortOrder: sort.sortOrder, thenBy, searchText: '' };
  if (view === undefined) return { ...base, terms: {}, view: 'all', groupBy: null, columns: null, density: null, viewType: null };
  return {
    ...base,
    terms: view.filter,
    view: view._id,
    groupBy: view.groupBy,
    columns: view.columns?.map((column) => column.fieldName) ?? null,
    density: view.density,
    viewType: view.viewType,
  };
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

const UNITS: readonly string[] = ['day', 'week', 'month', 'quarter', 'year'] satisfies readonly ViewGrouping['unit'][];

/** `field:unit`; 'none' if the grouping of a view was removed. */
function readGrouping(text: string | null): ViewGrouping | null | undefined {
  if (text === null || text === '') return undefined;
  const [field = '', unit] = text.split(':');
  if (field === 'none') return null;
  return unit !== undefined && UNITS.includes(unit) ? { field, unit: unit as NonNullable<ViewGrouping['unit']> } : { field };
}

function writeGrouping(groupBy: ViewGrouping | null): string {
  if (groupBy === null) return 'none';
  return groupBy.unit === undefined ? groupBy.field : `${groupBy.field}:${groupBy.unit}`;
}

/** `board:field`, `calendar:field`; 'table' if the view type of a view was removed. */
function readViewType(text: string | null): ViewType | null | undefined {
  const [kind, field = ''] = (text ?? '').split(':');
  if (kind === 'table') return null;
  return (kind === 'board' || kind === 'calendar') && field !== '' ? { kind, field } : undefined;
}

/** `sort=a,b` with `order=asc,desc`. */
function readSort(query: URLSearchParams, initial: ListState): Pick<ListState, 'sortField' | 'sortOrder' | 'thenBy'> {
  const orders = (query.get('order') ?? '').split(',');
  const [first, ...rest] = (query.get('sort') ?? '').split(',').filter((name) => name !== '');
  const orderAt = (at: number): 'asc' | 'desc' => (orders[at] === 'desc' ? 'desc' : 'asc');
  if (first === undefined)
    return {
      sortField: initial.sortField,
      sortOrder: orders[0] === 'asc' || orders[0] === 'desc' ? orders[0] : initial.sortOrder,
      thenBy: initial.thenBy,
    };
  return {
    sortField: first,
    sortOrder: orders[0] === '' ? initial.sortOrder : orderAt(0),
    thenBy: rest.slice(0, 4).map((sortField, at) => ({ sortField, sortOrder: orderAt(at + 1) })),
  };
}

const isDensity = (text: string | null): text is ViewDensity => text === 'dense' || text === 'normal' || text === 'roomy';

/** Parses a list's state from its query string; missing or invalid parts are taken from `initial`. */
export function readListState(query: URLSearchParams, initial: ListState): ListState {
  const density = query.get('density');
  const columns = query.get('columns');
  const groupBy = readGrouping(query.get('group'));
  const viewType = readViewType(query.get('viewType'));
  return {
    page: Math.max(0, (readCount(query.get('page')) ?? 1) - 1),
    pageSize: readCount(query.get('size')) ?? initial.pageSize,
    ...readSort(query, initial),
    terms: readAddressTerms(query.get('filter')) ?? initial.terms,
    searchText: query.get('q') ?? '',
    view: query.get('view') ?? initial.view,
    groupBy: groupBy === undefined ? initial.groupBy : groupBy,
    columns: columns === null || columns === '' ? initial.columns : columns.split(','),
    density: isDensity(density) ? density : initial.density,
    viewType: viewType === undefined ? initial.viewType : viewType,
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The sort keys of a state, first to last. */
export function sortOfState({
  sortField,
  sortOrder,
  thenBy,
}: Pick<ListState, 'sortField' | 'sortOrder' | 'thenBy'>): readonly SortDefinition[] {
  return [{ sortField, sortOrder }, ...thenBy];
}

/** Whether a list differs from its view; search text and page are not part of a view. */
export function differsFromView(state: ListState, initial: ListState): boolean {
  return (
    !isSame(sortOfState(state), sortOfState(initial)) ||
    (['terms', 'groupBy', 'columns', 'density', 'viewType'] as const).some((part) => !isSame(state[part], initial[part]))
  );
}

/** Writes a state as a query string: only what differs from `initial`, so that URLs stay short. `home` is the view that is not written. */
export function writeListState(state: ListState, initial: ListState, home = 'all'): URLSearchParams {
  const query = new URLSearchParams();
  if (state.searchText !== '') query.set('q', state.searchText);
  if (!isSame(state.terms, initial.terms)) query.set('filter', writeAddressTerms(state.terms));
  const sort = sortOfState(state);
  if (!isSame(sort, sortOfState(initial))) {
    if (state.sortField !== initial.sortField || !isSame(state.thenBy, initial.thenBy))
      query.set('sort', sort.map((step) => step.sortField).join(','));
    query.set('order', sort.map((step) => step.sortOrder).join(','));
  }
  if (!isSame(state.groupBy, initial.groupBy)) query.set('group', writeGrouping(state.groupBy));
  if (!isSame(state.columns, initial.columns) && state.columns !== null) query.set('columns', state.columns.join(','));
  if (state.density !== initial.density && state.density !== null) query.set('density', state.density);
  if (!isSame(state.viewType, initial.viewType))
    query.set('viewType', state.viewType === null ? 'table' : `${state.viewType.kind}:${state.viewType.field}`);
  if (state.pageSize !== initial.pageSize) query.set('size', String(state.pageSize));
  if (state.page > 0) query.set('page', String(state.page + 1));
  return state.view === viewOfAddress(query, home) ? query : new URLSearchParams([['view', state.view], ...query]);
}

/** The whole filter of a state: the view's terms and those of the user. */
export function combineTerms(viewTerms: JsonObject, terms: JsonObject): JsonObject {
  if (Object.keys(viewTerms).length === 0) return terms;
  if (Object.keys(terms).length === 0) return viewTerms;
  return { and: [viewTerms, terms] };
}
