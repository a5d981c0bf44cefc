import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilterNode, SortStep } from '#engine/model/filter';
import type { SortDefinition } from '#engine/model/definitions';
import type { StorePort } from '../../../engine/ports/index.ts';
import { nodeOf, sortOf } from './contract-context.ts';
import { createMemory, fillStore, generateData, TABLE_DATA } from './contract-data.ts';
import { PEOPLE } from './contract-modules.ts';
import { generateSuite, type GeneratedFilter, type GeneratedSuite } from './generate-suite.ts';
import { describeGroupContract } from './describe-group-contract.ts';
import { FILTER_CASES, SORT_CASES } from './table-cases.ts';
import { ID } from './table-records.ts';

/** Total number of filters, and number of filters per test. */
const FILTERS = 3200;
const BATCH = 200;

/**
 * Checks that a store returns the same results as the memory evaluator for filters, sort orders, pages, totals and groups:
 * with the table of cases, and with generated filters over generated records. `makeStore` opens an empty store, which is
 * closed at the end.
 */
export function describeFilterContract(name: string, makeStore: () => Promise<StorePort>): void {
  describeTable(name, makeStore);
  describeGenerated(name, makeStore, FILTERS);
  describeGroupContract(name, makeStore);
}

/** The same with fewer generated filters and without groups, for another query strategy of a store. */
export function describeShortFilterContract(name: string, makeStore: () => Promise<StorePort>): void {
  describeTable(name, makeStore);
  describeGenerated(name, makeStore, 1000);
}

function describeTable(name: string, makeStore: () => Promise<StorePort>): void {
  describe(`${name}: the table of filter cases`, () => {
    let store: StorePort;
    beforeAll(async () => {
      store = await makeStore();
      await fillStore(store, TABLE_DATA);
    });
    afterAll(() => store?.close());

    it.each(FILTER_CASES)('$says', async ({ module = 'people', filter, matches }) => {
      const query = { collection: `m_${module}`, filter: nodeOf(module, filter) };
      const expected = matches.map((who) => ID[who]);
      expect(await store.findIds({ ...query, sort: [], limit: 100 })).toEqual(expected);
      expect(await store.count(query)).toEqual({ total: expected.length, totalIsExact: true });
    });

    it.each(SORT_CASES)('sorts $says', async ({ sort, order }) => {
      const found = await store.findIds({
        collection: 'm_people',
        filter: { kind: 'constant', value: true },
        sort: sortOf('people', sort),
        limit: 100,
      });
      expect(found).toEqual(order.map((who) => ID[who]));
    });
  });
}

const SORTS: readonly (readonly SortDefinition[])[] = [
  [],
  ...['name', 'score', 'status', 'boss', 'firm', 'seen', 'vip', 'home.city', '_id', 'salary'].flatMap((sortField) => [
    [{ sortField, sortOrder: 'asc' as const }],
    [{ sortField, sortOrder: 'desc' as const }],
  ]),
  [
    { sortField: 'status', sortOrder: 'asc' },
    { sortField: 'name', sortOrder: 'desc' },
  ],
  [
    { sortField: 'vip', sortOrder: 'desc' },
    { sortField: 'firm', sortOrder: 'asc' },
    { sortField: 'born', sortOrder: 'asc' },
  ],
];

/** The variant of a query with a generated filter: sort order, page, and an optional access filter. */
interface QueryVariant {
  readonly filter: FilterNode;
  readonly access: FilterNode | undefined;
  readonly sort: readonly SortStep[];
  readonly offset: number;
  readonly limit: number;
}

function createQueryVariant(generated: readonly GeneratedFilter[], index: number): QueryVariant {
  const { node } = generated[index] as GeneratedFilter;
  const other = generated[(index * 7 + 3) % generated.length] as GeneratedFilter;
  return {
    filter: node,
    access: index % 5 === 0 ? other.node : undefined,
    sort: sortOf('people', SORTS[index % SORTS.length] ?? []),
    offset: index % 3 === 0 ? index % 40 : 0,
    limit: index % 2 === 0 ? 10 : 1000,
  };
}

function describeGenerated(name: string, makeStore: () => Promise<StorePort>, count: number): void {
  describe(`${name}: generated filters`, () => {
    const data = generateData(20260301);
    const memory = createMemory(data);
    let suite: GeneratedSuite;
    let store: StorePort;
    beforeAll(async () => {
      suite = generateSuite(data, count);
      store = await makeStore();
      await fillStore(store, data);
    });
    afterAll(() => store?.close());

    it('has every operator of every type, and half of the filters match 5 to 95 percent', () => {
      expect(suite.filters.length).toBe(count);
      expect(suite.filters.filter((one) => one.share >= 0.05 && one.share <= 0.95).length).toBeGreaterThanOrEqual(suite.filters.length / 2);
      expect(suite.missingEntries).toEqual([]);
    });

    const starts = Array.from({ length: count / BATCH }, (_, batch) => batch * BATCH);
    it.each(starts)('returns the same as the memory evaluator from filter %i on', async (start) => {
      for (let index = start; index < start + BATCH; index += 1) {
        const makeQuery = createQueryVariant(suite.filters, index);
        const expected = memory.ids(
          PEOPLE.storage.name,
          makeQuery.access === undefined ? [makeQuery.filter] : [makeQuery.filter, makeQuery.access],
          makeQuery.sort,
        );
        const query = {
          collection: PEOPLE.storage.name,
          filter: makeQuery.filter,
          sort: makeQuery.sort,
          offset: makeQuery.offset,
          limit: makeQuery.limit,
          ...(makeQuery.access === undefined ? {} : { access: makeQuery.access }),
        };
        const page = await store.page(query);
        const result = { total: page.total, ids: page.records.map((record) => record.document._id) };
        expect(result, JSON.stringify({ filter: suite.filters[index]?.filter, sort: makeQuery.sort })).toEqual({
          total: expected.length,
          ids: expected.slice(makeQuery.offset, makeQuery.offset + makeQuery.limit),
        });
      }
    });

    it('returns the same ids, counts and streams', async () => {
      for (let index = 0; index < suite.filters.length; index += 40) {
        const makeQuery = createQueryVariant(suite.filters, index + 1);
        const query = { collection: PEOPLE.storage.name, filter: makeQuery.filter, sort: makeQuery.sort, limit: 100_000 };
        const expected = memory.ids(PEOPLE.storage.name, [makeQuery.filter], makeQuery.sort);
        expect(await store.findIds(query)).toEqual(expected);
        expect((await store.count(query)).total).toBe(expected.length);
        const streamed: string[] = [];
        for await (const record of store.stream({ ...query, limit: Infinity })) streamed.push(record.document._id);
        expect(streamed).toEqual(expected);
      }
    });
  });
}
