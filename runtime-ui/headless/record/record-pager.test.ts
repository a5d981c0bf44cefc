import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKeys, type SearchInput } from '../../client/index.ts';
import { fixtureModule } from '../../fields/widgets/fixture-module.ts';
import {
  extendPager,
  findPager,
  hasRecordBeyond,
  searchPager,
  removeFromPager,
  type RecordPagerState,
  type RecordPagerStart,
} from './record-pager.ts';

const module = fixtureModule();
const query: SearchInput = { sortField: 'name', sortOrder: 'asc', searchTerms: {} };
const start: RecordPagerStart = { module: module.name, list: '/app/things', query };
const name = (at: number) => `r${String(at).padStart(3, '0')}`;
const span = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => name(from + at));

/** The records on the server, in the order of the list. */
let stored: string[] = [];
let client: QueryClient;

beforeEach(() => {
  stored = span(0, 250);
  client = new QueryClient();
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const { pageNumber, pageSize } = JSON.parse(init.body as string) as { readonly pageNumber: number; readonly pageSize: number };
    return Response.json({
      data: stored.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize).map((_id) => ({ _id, _version: 1 })),
      total: stored.length,
      pageNumber,
      pageSize,
    });
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

function show(input: SearchInput, ids: readonly string[], total = 250, at = Date.now()): void {
  client.setQueryData(
    queryKeys.list(module.name, input),
    { data: ids.map((_id) => ({ _id })), total, pageNumber: 0, pageSize: 25 },
    { updatedAt: at },
  );
}

const pager = (from: number, to: number): RecordPagerState => ({ ...start, query, ids: span(from, to), from, total: 250, isExact: true });

describe('the record pager', () => {
  it('begins with the page that the grid shows', () => {
    show({ ...query, pageNumber: 2, pageSize: 25 }, span(50, 75));
    expect(findPager(client, start, name(60))).toMatchObject({ query, ids: span(50, 75), from: 50, total: 250, list: '/app/things' });
    expect(findPager(client, start, name(80))).toBeUndefined();
  });

  it('begins with the pages that were scrolled through', () => {
    client.setQueryData(queryKeys.list(module.name, { ...query, growing: 30 }), {
      pages: [span(0, 30), span(30, 60)].map((ids) => ({ data: ids.map((_id) => ({ _id })), total: 250 })),
      pageParams: [0, 1],
    });
    expect(findPager(client, start, name(45))).toMatchObject({ ids: span(0, 60), from: 0 });
  });

  it('uses the list that was clicked: by its query, or as the one read last', () => {
    const other: SearchInput = { ...query, searchTerms: { colour: 'red' } };
    show({ ...query, pageNumber: 0, pageSize: 25 }, span(0, 25), 250, 1000);
    show({ ...other, pageNumber: 0, pageSize: 25 }, [name(9), name(3)], 2, 2000);
    expect(findPager(client, start, name(3))).toMatchObject({ total: 250 });
    expect(findPager(client, { module: module.name, list: '/app/things' }, name(3))).toMatchObject({
      query: other,
      ids: [name(9), name(3)],
      total: 2,
    });
  });

  it('moves day by day from a calendar', async () => {
    show({ ...query, pageNumber: 0, pageSize: 25 }, span(0, 25), 250, 1000);
    client.setQueryData(
      queryKeys.list(module.name, { ...query, searchTerms: { due: { dateRange: 'x' } }, calendar: { on: 'due' } }),
      { data: [{ _id: name(3) }], counts: new Map() },
      { updatedAt: 2000 },
    );
    const found = findPager(client, { module: module.name, list: '/app/things' }, name(3));
    expect(found).toEqual({
      module: module.name,
      list: '/app/things',
      query: { sortField: 'due', sortOrder: 'asc', searchTerms: { due: { dateRange: 'x' } } },
    });
    expect(await searchPager(client, module, found ?? start, name(3))).toMatchObject({ ids: span(0, 100), total: 250 });
  });

  it('continues beyond its end and before its beginning', async () => {
    const on = await extendPager(client, module, pager(50, 75), 1);
    expect([on.ids[0], on.ids.at(-1), on.from]).toEqual([name(50), name(199), 50]);
    const back = await extendPager(client, module, pager(120, 140), -1);
    expect([back.ids[0], back.ids.at(-1), back.from]).toEqual([name(0), name(139), 0]);
  });

  it('skips no record when others moved before it, and shows no moved record twice', async () => {
    stored = [name(74), ...span(10, 74), ...span(75, 250)];
    const on = await extendPager(client, module, pager(50, 75), 1);
    expect(on.ids.slice(25, 28)).toEqual(span(75, 78));
    expect(new Set(on.ids).size).toBe(on.ids.length);
  });

  it('ends at the end of the list', async () => {
    stored = span(0, 75);
    const over = await extendPager(client, module, pager(50, 75), 1);
    expect([over.total, hasRecordBeyond(over, 24, 1), hasRecordBeyond(over, 23, 1), hasRecordBeyond(over, 0, -1)]).toEqual([
      75,
      false,
      true,
      true,
    ]);
    expect(hasRecordBeyond(pager(0, 10), 0, -1)).toBe(false);
  });

  it('skips a record that is gone', () => {
    expect(removeFromPager(pager(0, 3), name(1))).toMatchObject({ ids: [name(0), name(2)], total: 249 });
  });

  it('searches the list if no page of it is cached', async () => {
    expect(await searchPager(client, module, start, name(130))).toMatchObject({ ids: span(100, 200), from: 100, total: 250 });
    expect(await searchPager(client, module, start, 'nobody')).toBeUndefined();
  });
});
