import type { QueryClient } from '@tanstack/react-query';
import type { JsonValue, ModuleView } from '#engine/model';
import { getRelated, queryKeys, type PageResponse, type RecordData, type SearchInput } from '../../client/index.ts';
import { readListPage } from '../list/list-query.ts';

/** What the page of a record is told by the list that it is opened from. */
export interface RecordPagerStart {
  readonly module: string;
  /** The route of the list, for the way back. */
  readonly list: string;
  /** What the list asks for, without its page; absent: whichever page of the module was read last and holds the record. */
  readonly query?: SearchInput;
  /** A list of what a record points to: asked for at that record. */
  readonly of?: { readonly path: string; readonly id: string; readonly relation: string };
}

/**
 * The list that a record was opened from, in the order that it had then: what changes meanwhile moves nobody. `ids` are
 * those read of it so far.
 */
export interface RecordPagerState extends RecordPagerStart {
  readonly query: SearchInput;
  readonly ids: readonly string[];
  /** Place of the first of `ids` in the whole list, from 0. */
  readonly from: number;
  readonly total: number;
  readonly isExact: boolean;
}

/** Records asked for at a time, and kept on either side of the open one. */
const PAGE = 100;
const MAX_CACHED_IDS = 300;
/** A list of which no page is at hand any more is looked through this far. */
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
  /** Whether `ids` are what the list holds from `from` on; of a calendar they are those that have room. */
  readonly isWhole: boolean;
}

function isPage(value: unknown): value is PageResponse {
  return typeof value === 'object' && value !== null && Array.isArray((value as { readonly data?: unknown }).data) && typeof (value as { readonly total?: unknown }).total === 'number';
}

/** A calendar's records as a list: day by day. */
function readDays(input: SearchInput, data: unknown): Omit<CachedPage, 'at'> | undefined {
  const { calendar, thenBy: _more, populate: _names, ...query } = input as SearchInput & { readonly calendar?: { readonly on: string } };
  const records = (data as { readonly data?: readonly RecordData[] } | undefined)?.data;
  if (calendar === undefined || records === undefined) return undefined;
  return { query: { ...query, sortField: calendar.on, sortOrder: 'asc' }, ids: records.map((one) => one._id), from: 0, total: 0, isExact: true, isWhole: false };
}

function readPages(input: SearchInput, data: unknown): Omit<CachedPage, 'at'> | undefined {
  const held = data as { readonly pages?: readonly unknown[] } | undefined;
  const pages = (held?.pages ?? [held]).filter(isPage);
  const [first] = pages;
  if (first === undefined) return undefined;
  const ids = pages.flatMap((page) => page.data.map((one) => one._id));
  const from = held?.pages === undefined ? (input.pageNumber ?? 0) * (input.pageSize ?? ids.length) : 0;
  return { query: withoutPage(input), ids, from, total: first.total, isExact: first.totalIsExact ?? true, isWhole: true };
}

/** The pages of a module's lists that hold a record, as they were read. */
function cachedPages(client: QueryClient, module: string, id: string): readonly CachedPage[] {
  return client.getQueryCache().findAll({ queryKey: ['records', module, 'list'] }).flatMap(({ queryKey, state }) => {
    const input = queryKey[3] as SearchInput;
    if (input['walk'] === true) return [];
    const shown = readDays(input, state.data) ?? readPages(input, state.data);
    return shown?.ids.includes(id) === true ? [{ ...shown, at: state.dataUpdatedAt }] : [];
  });
}

/** The walk that begins at a record which a list in sight holds, or what is known of it; undefined when no page of it is at hand. */
export function findPager(client: QueryClient, start: RecordPagerStart, id: string): RecordPagerState | RecordPagerStart | undefined {
  const found = cachedPages(client, start.module, id);
  const asked = JSON.stringify(start.query);
  const exact = found.filter(({ query }) => JSON.stringify(query) === asked);
  // Groups, lanes and days ask for lists of their own: the one that was read last is the one that was pressed.
  const [best] = [...(exact.length > 0 ? exact : start.query === undefined ? found : [])].sort((a, b) => b.at - a.at);
  if (best === undefined) return undefined;
  const { query, ids, from, total, isExact } = best;
  if (!best.isWhole) return { ...start, query };
  return { ...start, query, ids, from, total, isExact };
}

/** Ids alone are asked for: with the name, for an answer without any field is none. */
async function readPage(client: QueryClient, module: ModuleView, pager: RecordPagerStart & { readonly query: SearchInput }, pageNumber: number): Promise<PageResponse<RecordData>> {
  const { populate: _names, fields: _fields, ...query } = pager.query;
  const input = { ...query, fields: [module.nameField], pageNumber, pageSize: PAGE };
  const { of } = pager;
  if (of === undefined) return client.fetchQuery({ queryKey: queryKeys.list(module.name, { ...input, walk: true }), queryFn: ({ signal }) => readListPage(module, input, signal), staleTime: 0 });
  return getRelated<RecordData>(of.path, of.id, { ...input, relation: of.relation });
}

/** Looks for a record in the first pages of a list. */
export async function searchPager(client: QueryClient, module: ModuleView, start: RecordPagerStart, id: string): Promise<RecordPagerState | undefined> {
  if (start.query === undefined) return undefined;
  for (let page = 0; page * PAGE < MAX_SEARCHED; page += 1) {
    const { data, total, totalIsExact } = await readPage(client, module, { ...start, query: start.query }, page);
    const ids = data.map((one) => one._id);
    if (ids.includes(id)) return { ...start, query: start.query, ids, from: page * PAGE, total, isExact: totalIsExact ?? true };
    if ((page + 1) * PAGE >= total) return undefined;
  }
  return undefined;
}

/** Those on one side of what was read, next first, and where they stand: found by what is known, for others may have come or gone. */
async function readBeyond(client: QueryClient, module: ModuleView, pager: RecordPagerState, by: -1 | 1): Promise<{ readonly ids: readonly string[]; readonly isExact: boolean }> {
  const edge = by === 1 ? pager.from + pager.ids.length - 1 : pager.from;
  const page = Math.floor(edge / PAGE);
  const beside = page + by;
  const pages = [await readPage(client, module, pager, page), ...(beside >= 0 ? [await readPage(client, module, pager, beside)] : [])];
  const read = (by === 1 ? pages : [...pages].reverse()).flatMap((one) => one.data.map((record) => record._id));
  const known = new Set(pager.ids);
  const ordered = by === 1 ? read : [...read].reverse();
  // One of those at the edge may have moved by a save of just now: most of them say where the edge is.
  const places = (by === 1 ? pager.ids.slice(-5) : pager.ids.slice(0, 5)).map((id) => ordered.indexOf(id)).filter((place) => place >= 0).sort((a, b) => a - b);
  const edgePlace = places[Math.floor(places.length / 2)] ?? -1;
  return { ids: ordered.slice(edgePlace + 1).filter((id) => !known.has(id)), isExact: pages[0]?.totalIsExact ?? true };
}

/** The walk with more of its list on one side; as it was when there is no more. */
export async function extendPager(client: QueryClient, module: ModuleView, pager: RecordPagerState, by: -1 | 1): Promise<RecordPagerState> {
  const { ids: more, isExact } = await readBeyond(client, module, pager, by);
  if (more.length === 0) return by === 1 ? { ...pager, total: pager.from + pager.ids.length, isExact: true } : { ...pager, from: 0 };
  if (by === 1) {
    const ids = [...pager.ids, ...more];
    const dropped = Math.max(0, ids.length - MAX_CACHED_IDS);
    return { ...pager, ids: ids.slice(dropped), from: pager.from + dropped, total: Math.max(pager.total, pager.from + ids.length), isExact };
  }
  const ids = [...[...more].reverse(), ...pager.ids];
  return { ...pager, ids: ids.slice(0, MAX_CACHED_IDS), from: Math.max(0, pager.from - more.length), isExact };
}

/** The walk without a record that is gone. */
export function removeFromPager(pager: RecordPagerState, id: string): RecordPagerState {
  return pager.ids.includes(id) ? { ...pager, ids: pager.ids.filter((one) => one !== id), total: Math.max(0, pager.total - 1) } : pager;
}

/** Whether there is a record beyond the one at a place of `ids`, read or not. */
export function hasRecordBeyond(pager: RecordPagerState, at: number, by: -1 | 1): boolean {
  return by === 1 ? at + 1 < pager.ids.length || pager.from + pager.ids.length < pager.total : at > 0 || pager.from > 0;
}

/** Reads what a browser's history kept of a walk; undefined when it is none. */
export function parsePager(value: JsonValue | undefined | object): RecordPagerStart | RecordPagerState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { module, list } = value as Partial<RecordPagerStart>;
  return typeof module === 'string' && typeof list === 'string' ? (value as RecordPagerStart) : undefined;
}

/** Whether a walk knows its records, or just where it began. */
export function isPagerLoaded(pager: RecordPagerStart | RecordPagerState): pager is RecordPagerState {
  return 'ids' in pager;
}
