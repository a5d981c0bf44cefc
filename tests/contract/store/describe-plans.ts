import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectionSchema } from '#engine/model/compiled';
import type { FilterNode, SortStep } from '#engine/model/filter';
import { fixtureId } from '#tests/support';
import type { StorePort, StoreQuery } from '../../../engine/ports/index.ts';
import type { StoreMaker } from './store-maker.ts';
import {
  ALL,
  by,
  change,
  CITY,
  CODE,
  commit,
  FIRM,
  FIRMS,
  insert,
  insertVariedItems,
  is,
  item,
  ITEMS,
  NAME,
  numbers,
  query,
  SCORE,
  STATUS,
  TAGS,
} from './items.ts';

const PLANS: readonly (readonly [string, StoreQuery])[] = [
  ['all by _id', query(ALL, { limit: 10 })],
  ['all by an indexed key', query(ALL, { sort: [by(NAME)], limit: 10 })],
  ['all by an indexed key, descending', query(ALL, { sort: [by(SCORE, true)], limit: 10 })],
  ['equals', query(is(CITY, 'c3'), { limit: 10 })],
  ['equals with its sort pair', query(is(STATUS, 's3'), { sort: [by(NAME)], limit: 10 })],
  ['equals with its sort pair, descending', query(is(STATUS, 's3'), { sort: [by(NAME, true)], limit: 10 })],
  ['equals of one of several', query(is(CITY, 'c1', 'c2', 'c3'), { limit: 10 })],
  ['range', query({ kind: 'range', key: SCORE, gte: 100, lt: 120 }, { sort: [by(SCORE)], limit: 10 })],
  ['range of text', query({ kind: 'range', key: NAME, gte: 'name 1', lt: 'name 2' }, { sort: [by(NAME)], limit: 10 })],
  [
    'equals and range',
    query({ kind: 'all', nodes: [is(STATUS, 's1'), { kind: 'range', key: SCORE, gt: 50 }] }, { sort: [by(SCORE, true)], limit: 10 }),
  ],
  ['startsWith', query({ kind: 'startsWith', key: NAME, text: 'name 12' }, { sort: [by(NAME)], limit: 10 })],
  ['contains', query({ kind: 'contains', key: NAME, text: 'ame 77' }, { limit: 10 })],
  ['a list has it', query(is(TAGS, 't5'), { limit: 10 })],
  ['a unique key', query(is(CODE, 'code5'), { limit: 10 })],
  ['ids', query({ kind: 'ids', ids: [fixtureId(1), fixtureId(2)] }, { limit: 10 })],
  [
    'a relation',
    query(
      { kind: 'related', relation: { direction: 'forward', key: FIRM, collection: FIRMS.name }, node: is(NAME, 'firm 3') },
      { limit: 10 },
    ),
  ],
  [
    'a reverse relation',
    {
      collection: FIRMS.name,
      sort: [],
      limit: 10,
      filter: { kind: 'related', relation: { direction: 'reverse', key: FIRM, collection: ITEMS.name }, node: is(CODE, 'code5') },
    },
  ],
  ['what the reader may see', query(is(STATUS, 's5'), { access: is(TAGS, 't5'), limit: 10 })],
];

/** Queries that use an index and sort its result. */
const FOUND: typeof PLANS = [
  ['one of some beginnings', query({ kind: 'startsWithOneOf', key: CITY, texts: ['c121', 'c197'] }, { limit: 10 })],
  [
    'one of very many beginnings',
    query(
      { kind: 'startsWithOneOf', key: CITY, texts: ['c101', ...Array.from({ length: 800 }, (_, number) => `q${100 + number}`)] },
      { limit: 10 },
    ),
  ],
  ['a member that has one of some beginnings', query({ kind: 'startsWithOneOf', key: TAGS, texts: ['t12', 't19'] }, { limit: 10 })],
];

/** A collection of which few records have the key. */
const SPARSE: CollectionSchema = {
  name: '_sparse',
  keys: [NAME, SCORE],
  indexes: [{ keys: [SCORE.id], sparse: true }],
  contains: [],
};

const UNSERVED: FilterNode = { kind: 'not', node: { kind: 'contains', key: CITY, text: 'c' } };

/** Checks with the store's query plans that queries use the indexes of the collection schema. */
export function describePlans(maker: StoreMaker): void {
  describe('plans', () => {
    let store: StorePort;
    beforeAll(async () => {
      store = await maker.make();
      await store.applySchemas([ITEMS, FIRMS]);
      await insertVariedItems(store, 3000);
      await commit(store, {
        writes: Array.from({ length: 50 }, (_, number) =>
          insert(item(9000 + number, { fName: `firm ${number}`, fScore: number }), FIRMS.name),
        ),
      });
    });
    afterAll(() => store?.close());

    it.each(PLANS)('%s uses an index, without a scan or a sort', async (_text, planned) => {
      const steps = await store.explain(planned);
      expect(steps.length).toBeGreaterThan(0);
      expect(
        steps.filter((step) => step.scans),
        JSON.stringify(steps),
      ).toEqual([]);
      expect((await store.find(planned)).length).toBeGreaterThan(0);
    });

    it.each(FOUND)('%s uses an index, and may sort the result', async (_text, planned) => {
      const steps = await store.explain(planned);
      expect(steps.length).toBeGreaterThan(0);
      expect(
        steps.filter(({ scans, text }) => scans && !text.endsWith(': SORT')),
        JSON.stringify(steps),
      ).toEqual([]);
      expect((await store.find(planned)).length).toBeGreaterThan(0);
    });

    it('use a sparse index for values of its key, and for nothing that includes records without the key', async () => {
      await store.applySchemas([SPARSE]);
      await commit(store, {
        writes: Array.from({ length: 3000 }, (_, number) =>
          insert(item(number, { fName: `name ${number}`, ...(number % 100 === 7 ? { fScore: number % 1000 } : {}) }), SPARSE.name),
        ),
      });
      const find = (filter: FilterNode, sort: readonly SortStep[], limit = 10): StoreQuery => ({
        ...query(filter, { sort, limit }),
        collection: SPARSE.name,
      });
      const served = [
        find(is(SCORE, 107), []),
        find({ kind: 'range', key: SCORE, lte: 307 }, [by(SCORE)]),
        find({ kind: 'exists', keys: [SCORE] }, [by(SCORE, true)]),
      ];
      for (const planned of served) {
        const steps = await store.explain(planned);
        expect(
          steps.filter((step) => step.scans),
          JSON.stringify(steps),
        ).toEqual([]);
      }
      expect(await numbers(store, served[0] as StoreQuery)).toEqual([107, 1107, 2107]);
      expect(await numbers(store, served[1] as StoreQuery)).toEqual([7, 1007, 2007, 107, 1107, 2107, 207, 1207, 2207, 307]);
      expect(await numbers(store, served[2] as StoreQuery)).toEqual([2907, 1907, 907, 2807, 1807, 807, 2707, 1707, 707, 2607]);
      // Missing keys come last in both directions.
      expect(await numbers(store, find(ALL, [by(SCORE)], 3))).toEqual([7, 1007, 2007]);
      expect(await numbers(store, { ...find(ALL, [by(SCORE)], 4), offset: 28 })).toEqual([1907, 2907, 0, 1]);
      expect(await numbers(store, { ...find(ALL, [by(SCORE)], 2), offset: 31 })).toEqual([1, 2]);
      expect(await numbers(store, { ...find(ALL, [by(SCORE, true)], 4), offset: 28 })).toEqual([1007, 7, 2999, 2998]);
      expect((await store.page(find({ kind: 'not', node: { kind: 'exists', keys: [SCORE] } }, []))).total).toBe(2970);
      const grown = change(item(5, { fName: 'name 5' }), { fScore: 107 }).write;
      const shrunk = change(item(1107, { fName: 'name 1107', fScore: 107 }), { fScore: undefined }).write;
      await commit(store, { writes: [grown, shrunk].map((write) => ({ ...write, collection: SPARSE.name })) });
      expect(await numbers(store, served[0] as StoreQuery)).toEqual([5, 107, 2107]);
      // The index becomes a full one, and sparse again.
      await store.applySchemas([{ ...SPARSE, indexes: [{ keys: [SCORE.id] }] }]);
      expect((await store.explain(find(ALL, [by(SCORE)]))).filter((step) => step.scans)).toEqual([]);
      await store.applySchemas([SPARSE]);
      expect(await numbers(store, served[0] as StoreQuery)).toEqual([5, 107, 2107]);
    });

    it('report a scan when no index supports a filter', async () => {
      const steps = await store.explain(query(UNSERVED, { sort: [by(SCORE), by(CITY)], limit: 10 }));
      expect(steps.some((step) => step.scans)).toBe(true);
    });

    it('stop a query after the deadline with filter_too_costly, unless its result is ready, and allow further queries', async () => {
      const heavy = query(
        { kind: 'any', nodes: Array.from({ length: 150 }, (_, number) => ({ kind: 'contains' as const, key: CITY, text: `${number}zz` })) },
        { deadline: 1, limit: 10 },
      );
      const outcome = await store.find(heavy).then(
        () => 'returned',
        (error: { code?: string }) => error.code,
      );
      expect(['returned', 'filter_too_costly']).toContain(outcome);
      expect((await store.find(query(is(CODE, 'code5')))).length).toBe(1);
    });
  });
}
