import type { QueryClient } from '@tanstack/react-query';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { getRelated, queryKeys, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import { readListPage } from '../list/list-query.ts';

/** What a list passes to the page of a record that is opened from it. */
export interface RecordPagerStart {
  readonly module: string;
  /** The route of the list, to return to it. */
  readonly list: string;
  /** The query of the list, without its page; absent: the page of the module that was read last and contains the record. */
  readonly query?: SearchInput;
  /** For a related list: the record and the relation. */
  readonly of?: { readonly path: string; readonly id: string; readonly relation: string };
}

/** The list that a record was opened from, in its order at that time: later changes do not reorder it. `ids` are those read so far. */
export interface RecordPagerState extends RecordPagerStart {
  readonly query: SearchInput;
  readonly ids: readonly string[];
  /** Position of the first of `ids` in the whole list, from 0. */
  readonly from: number;
  readonly total: number;
  readonly isExact: boolean;
}

/** Records per request, and kept on either side of the open one. */
const PAGE = 100;
const MAX_CACHED_IDS = 300;
/** Maximum number of records searched in a list without a cached page. */
const MAX_SEARCHED = 2000;

function withoutPage({ pageNumber: _page, pageSize: _size, growing: _growing, ...query }: SearchInput): SearchInput {
  return query;
}

interface CachedPage {
  readonly query: SearchInput;
  readonly ids: readonly string[];
  readonly from: number;
  readonly total: number;
  readonly isExact: boolean;
  readonly at: number;
  /** Whether `ids` is complete from `from` on; in a calendar it contains only the displayed records. */
  readonly isWhole: boolean;
}

function isPage(value: unknown): value is PageResponse {
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray((value as { readonly data?: unknown }).data) &&
    typeof (value as { readonly total?: unknown }).total === 'number'
  );
}

/** The records of a calendar as a list: day by day. */
function readDays(input: SearchInput, data: unknown): Omit<CachedPage, 'at'> | undefined {
  const { calendar, thenBy: _more, populate: _names, ...query } = input as SearchInput & { readonly calendar?: { readonly on: string } };
  const records = (data as { readonly data?: readonly RecordData[] } | undefined)?.data;
  if (calendar === undefined || records === undefined) return undefined;
  return {
    query: { ...query, sortField: calendar.on, sortOrder: 'asc' },
    ids: records.map((one) => one._id),
    from: 0,
    total: 0,
    isExact: true,
    isWhole: false,
  };
}

function readPages(input: SearchInput, data: unknown): Omit<CachedPage, 'at'> | undefined {
  const cached = data as { readonly pages?: readonly unknown[] } | undefined;
  const pages = (cached?.pages ?? [cached]).filter(isPage);
  const [first] = pages;
  if (first === undefined) return undefined;
  const ids = pages.flatMap((page) => page.data.map((one) => one._id));
  const from = cached?.pages === undefined ? (input.pageNumber ?? 0) * (input.pageSize ?? ids.length) : 0;
  return { query: withoutPage(input), ids, from, total: first.total, isExact: first.totalIsExact ?? true, isWhole: true };
}

/** The cached pages of a module's lists that contain a record. */
function cachedPages(client: QueryClient, module: string, id: string): readonly CachedPage[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['records', module, 'list'] })
    .flatMap(({ queryKey, state }) => {
      const input = queryKey[3] as SearchInput;
      if (input['pager'] === true) return [];
      const shown = readDays(input, state.data) ?? readPages(input, state.data);
      return shown?.ids.includes(id) === true ? [{ ...shown, at: state.dataUpdatedAt }] : [];
    });
}

/** The pager of a record from the cached pages of its list, or its start if only the query is known; undefined if no page is cached. */
export function findPager(client: QueryClient, start: RecordPagerStart, id: string): RecordPagerState | RecordPagerStart | undefined {
  const found = cachedPages(client, start.module, id);
  const requested = JSON.stringify(start.query);
  const exact = found.filter(({ query }) => JSON.stringify(query) === requested);
  // Groups, columns and days have their own queries: the one read last is the one that was clicked.
  const [best] = [...(exact.length > 0 ? exact : start.query === undefined ? found : [])].sort((a, b) => b.at - a.at);
  if (best === undefined) return undefined;
  const { query, ids, from, total, isExact } = best;
  if (!best.isWhole) return { ...start, query };
  return { ...start, query, ids, from, total, isExact };
}

/** Requests ids and names only: a response without any field would be empty. */
async function readPage(
  client: QueryClient,
  module: ModuleView,
  pager: RecordPagerStart & { readonly query: SearchInput },
  pageNumber: number,
): Promise<PageResponse<RecordData>> {
  const { populate: _names, fields: _fields, ...query } = pager.query;
  const input = { ...query, fields: [module.nameField], pageNumber, pageSize: PAGE };
  const { of } = pager;
  if (of === undefined)
    return client.fetchQuery({
      queryKey: queryKeys.list(module.name, { ...input, pager: true }),
      queryFn: ({ signal }) => readListPage(module, input, signal),
      staleTime: 0,
    });
  return getRelated<RecordData>(of.path, of.id, { ...input, relation: of.relation });
}

/** Searches the first pages of a list for a record. */
export async function searchPager(
  client: QueryClient,
  module: ModuleView,
  start: RecordPagerStart,
  id: string,
): Promise<RecordPagerState | undefined> {
  if (start.query === undefined) return undefined;
  for (let page = 0; page * PAGE < MAX_SEARCHED; page += 1) {
    const { data, total, totalIsExact } = await readPage(client, module, { ...start, query: start.query }, page);
    const ids = data.map((one) => one._id);
    if (ids.includes(id)) return { ...start, query: start.query, ids, from: page * PAGE, total, isExact: totalIsExact ?? true };
    if ((page + 1) * PAGE >= total) return undefined;
  }
  return undefined;
}

/**
 * Reads the records on one side of the known ones, next first, with their position. The position is found by known records, because others
 * may have been added or removed.
 */
async function readBeyond(
  client: QueryClient,
  module: ModuleView,
  pager: RecordPagerState,
  by: -1 | 1,
): Promise<{ readonly ids: readonly string[]; readonly isExact: boolean }> {
  const edge = by === 1 ? pager.from + pager.ids.length - 1 : pager.from;
  const page = Math.floor(edge / PAGE);
  const beside = page + by;
  const pages = [await readPage(client, module, pager, page), ...(beside >= 0 ? [await readPage(client, module, pager, beside)] : [])];
  const read = (by === 1 ? pages : [...pages].reverse()).flatMap((one) => one.data.map((record) => record._id));
  const known = new Set(pager.ids);
  const ordered = by === 1 ? read : [...read].reverse();
  // A record at the edge may have been moved by a recent save: the majority determines the edge.
  const places = (by === 1 ? pager.ids.slice(-5) : pager.ids.slice(0, 5))
    .map((id) => ordered.indexOf(id))
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
  const edgePlace = places[Math.floor(places.length / 2)] ?? -1;
  return { ids: ordered.slice(edgePlace + 1).filter((id) => !known.has(id)), isExact: pages[0]?.totalIsExact ?? true };
}

/** The pager with more of its list on one side; unchanged if there is no more. */
export async function extendPager(client: QueryClient, module: ModuleView, pager: RecordPagerState, by: -1 | 1): Promise<RecordPagerState> {
  const { ids: more, isExact } = await readBeyond(client, module, pager, by);
  if (more.length === 0) return by === 1 ? { ...pager, total: pager.from + pager.ids.length, isExact: true } : { ...pager, from: 0 };
  if (by === 1) {
    const ids = [...pager.ids, ...more];
    const dropped = Math.max(0, ids.length - MAX_CACHED_IDS);
    return {
      ...pager,
      ids: ids.slice(dropped),
      from: pager.from + dropped,
      total: Math.max(pager.total, pager.from + ids.length),
      isExact,
    };
  }
  const ids = [...[...more].reverse(), ...pager.ids];
  return { ...pager, ids: ids.slice(0, MAX_CACHED_IDS), from: Math.max(0, pager.from - more.length), isExact };
}

/** The pager without a record that is gone. */
export function removeFromPager(pager: RecordPagerState, id: string): RecordPagerState {
  return pager.ids.includes(id) ? { ...pager, ids: pager.ids.filter((one) => one !== id), total: Math.max(0, pager.total - 1) } : pager;
}

/** Whether there is a record beyond a position of `ids`, loaded or not. */
export function hasRecordBeyond(pager: RecordPagerState, at: number, by: -1 | 1): boolean {
  return by === 1 ? at + 1 < pager.ids.length || pager.from + pager.ids.length < pager.total : at > 0 || pager.from > 0;
}

/** Parses a pager from the browser's history; undefined if it is invalid. */
export function parsePager(value: JsonValue | undefined | object): RecordPagerStart | RecordPagerState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { module, list } = value as Partial<RecordPagerStart>;
  return typeof module === 'string' && typeof list === 'string' ? (value as RecordPagerStart) : undefined;
}

/** Whether a pager has its records, or only its start. */
export function isPagerLoaded(pager: RecordPagerStart | RecordPagerState): pager is RecordPagerState {
  return 'ids' in pager;
}
