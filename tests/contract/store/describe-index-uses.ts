import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StorePort } from '../../../engine/ports/index.ts';
import {
  by,
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
  query,
  SCORE,
  STATUS,
  TAGS,
} from './items.ts';
import type { StoreMaker } from './store-maker.ts';

/** More than are read without an index. */
const RECORDS = 1500;

/** The use of indexes: each kind of query counts the index that serves it, and no other. */
export function describeIndexUses(maker: StoreMaker): void {
  describe('the use of indexes', () => {
    let store: StorePort;
    beforeAll(async () => {
      store = await maker.make();
      await store.applySchemas([ITEMS, FIRMS]);
      await insertVariedItems(store, RECORDS);
    });
    afterAll(() => store?.close());

    async function usesOf(...keys: readonly string[]): Promise<number> {
      const [items] = await store.indexUses([ITEMS.name]);
      const index = items?.indexes.find((one) => one.keys.join() === keys.join());
      expect(index?.uses, keys.join()).toEqual(expect.any(Number));
      return index?.uses ?? 0;
    }

    /** How often an index was used by a run. */
    async function countUses(keys: readonly string[], run: () => Promise<unknown>): Promise<number> {
      const before = await usesOf(...keys);
      await run();
      return (await usesOf(...keys)) - before;
    }

    it('lists the indexes of each collection, with the number of its records', async () => {
      const [firms, items, ...others] = await store.indexUses([FIRMS.name, ITEMS.name]);
      expect(others).toEqual([]);
      expect(firms).toMatchObject({ collection: FIRMS.name, rows: 0 });
      expect(items).toMatchObject({ collection: ITEMS.name, rows: RECORDS });
      expect(items?.indexes.map(({ keys, unique }) => ({ keys, unique }))).toEqual(
        ITEMS.indexes.map(({ keys, unique = false }) => ({ keys, unique })),
      );
    });

    it('reports 0 for an index that no query used', async () => {
      const [firms] = await store.indexUses([FIRMS.name]);
      expect(firms?.indexes.map(({ uses }) => uses)).toEqual([0, 0]);
    });

    it('counts a filter, an order, a filter and sort pair, a list element and a unique key', async () => {
      const one = { limit: 10 };
      expect(await countUses([CITY.id], () => store.find(query(is(CITY, 'c7'), one)))).toBeGreaterThan(0);
      expect(await countUses([SCORE.id], () => store.find(query(undefined, { sort: [by(SCORE)], limit: 10 })))).toBeGreaterThan(0);
      const pair = query(is(STATUS, 's3'), { sort: [by(NAME)], limit: 10 });
      expect(await countUses([STATUS.id, NAME.id], () => store.find(pair))).toBeGreaterThan(0);
      expect(await countUses([TAGS.id], () => store.find(query(is(TAGS, 't5'), one)))).toBeGreaterThan(0);
      expect(await countUses([CODE.id], () => store.find(query(is(CODE, 'code8'), one)))).toBeGreaterThan(0);
    });

    it('counts the check before a write, and a stream', async () => {
      const check = { collection: ITEMS.name, filter: is(FIRM, 'firm of nobody'), exceptIds: [], lockKeys: ['firm of nobody'] };
      const unit = { writes: [insert(item(5000, { fCode: 'new' }))], absenceChecks: [check] };
      expect(await countUses([FIRM.id], () => commit(store, unit))).toBeGreaterThan(0);
      const read = async (): Promise<void> => {
        let count = 0;
        for await (const { document } of store.stream(query(is(CITY, 'c9'), { limit: Infinity }))) count += document._version;
        expect(count).toBeGreaterThan(0);
      };
      expect(await countUses([CITY.id], read)).toBeGreaterThan(0);
    });

    it('leaves out an index that was dropped, counts one that was created again, and keeps the others', async () => {
      const before = await usesOf(CITY.id);
      await store.applySchemas([{ ...ITEMS, indexes: ITEMS.indexes.filter(({ keys }) => keys[0] !== SCORE.id) }]);
      const [items] = await store.indexUses([ITEMS.name]);
      expect(items?.indexes.some(({ keys }) => keys.join() === SCORE.id)).toBe(false);
      // A query that would use it still works.
      expect(await store.find(query({ kind: 'range', key: SCORE, lt: 3 }, { sort: [by(SCORE)] }))).toHaveLength(3);
      await store.applySchemas([ITEMS]);
      expect(await usesOf(CITY.id)).toBeGreaterThanOrEqual(before);
      expect(await countUses([SCORE.id], () => store.find(query(undefined, { sort: [by(SCORE, true)], limit: 7 })))).toBeGreaterThan(0);
    });
  });
}
