import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilterNode } from '#engine/model/filter';
import type { StorePort, StoreQuery } from '../../../engine/ports/index.ts';
import { fixtureId } from '#tests/support';
import type { StoreMaker } from './store-maker.ts';
import { ALL, by, commit, FIRMS, insert, is, item, ITEMS, NAME, numbers, query, SCORE, STATUS } from './items.ts';

const COUNT = 500;

/** Reading: by id, pages, counts, ids, streams. */
export function describeReads(maker: StoreMaker): void {
  describe('reading', () => {
    let store: StorePort;
    beforeAll(async () => {
      store = await maker.make();
      await store.applySchemas([ITEMS]);
      const writes = Array.from({ length: COUNT }, (_, number) =>
        insert(
          item(number, {
            fName: `name ${String(number % 50).padStart(2, '0')}`,
            fStatus: number % 2 === 0 ? 'even' : 'odd',
            fScore: number % 10 === 9 ? undefined : number % 10,
          }),
        ),
      );
      await commit(store, { writes });
    });
    afterAll(() => store?.close());

    it('returns records by id in the requested order, with gaps', async () => {
      const found = await store.get(ITEMS.name, [fixtureId(7), 'nobody', fixtureId(3), fixtureId(7)]);
      expect(found.map((record) => record?.document['number'])).toEqual([7, undefined, 3, 7]);
      expect(found[0]).toEqual({ document: { _id: fixtureId(7), _version: 1, number: 7, name: 'name 07' }, definitionVersion: 3 });
      expect(await store.get(ITEMS.name, [])).toEqual([]);
    });

    it('returns records in order, one page at a time, each record once', async () => {
      const all = await numbers(store, query(is(STATUS, 'even'), { sort: [by(NAME, true)] }));
      expect(all).toHaveLength(COUNT / 2);
      const pages: number[] = [];
      for (let offset = 0; offset < COUNT; offset += 30)
        pages.push(...(await numbers(store, query(is(STATUS, 'even'), { sort: [by(NAME, true)], offset, limit: 30 }))));
      expect(pages).toEqual(all);
      expect(new Set(all).size).toBe(all.length);
    });

    it('returns the records of several queries at once, each in its own order, with its own page, filter and access', async () => {
      await store.applySchemas([FIRMS]);
      await commit(store, { writes: [insert(item(1, { fName: 'name 07 ltd' }), FIRMS.name)] });
      const seven: FilterNode = { kind: 'contains', key: NAME, text: 'name 07' };
      const queries: readonly StoreQuery[] = [
        query(seven, { sort: [by(SCORE, true)], limit: 2, access: is(STATUS, 'odd') }),
        { ...query(seven, { limit: 3 }), collection: FIRMS.name },
        query(is(STATUS, 'nothing')),
        query(ALL, { sort: [by(NAME)], offset: 3, limit: 1 }),
        query(ALL, { limit: 0 }),
      ];
      const found = await store.findAcross(queries);
      expect(found).toEqual(await Promise.all(queries.map((one) => store.find(one))));
      expect(found.map((records) => records.length)).toEqual([2, 1, 0, 1, 0]);
      const many = Array.from({ length: 250 }, (_, number) =>
        query(is(NAME, `name ${String(number % 50).padStart(2, '0')}`), { limit: 1 }),
      );
      const each = await store.findAcross(many);
      expect(each.map(([record]) => record?.document['number'])).toEqual(many.map((_, number) => number % 50));
      expect(await store.findAcross([])).toEqual([]);
    });

    it('returns the whole document as it was saved', async () => {
      const document = {
        _id: fixtureId(9000),
        _version: 1,
        text: 'Zoë 😀 \u2028',
        nested: { a: [1, null, { 'b.c': true, $d: 'x' }] },
        big: 1e300,
        tiny: 5e-324,
        zero: 0,
        empty: '',
        none: [],
        $dollar: 1,
        'dotted.name': 2,
      };
      await commit(store, { writes: [{ kind: 'insert', collection: ITEMS.name, document, keys: {}, definitionVersion: 1 }] });
      expect((await store.get(ITEMS.name, [document._id]))[0]?.document).toEqual(document);
      await commit(store, { writes: [{ kind: 'remove', collection: ITEMS.name, id: document._id, previousKeys: {}, expectedVersion: 1 }] });
    });

    it('counts exactly, or up to a limit', async () => {
      expect(await store.count(query(is(STATUS, 'odd')))).toEqual({ total: COUNT / 2, totalIsExact: true });
      expect(await store.count(query())).toEqual({ total: COUNT, totalIsExact: true });
      const limited = await store.count(query(is(STATUS, 'odd')), { totalLimit: 100 });
      expect(limited.totalIsExact ? limited.total === COUNT / 2 : limited.total >= 100).toBe(true);
      expect(await store.count(query(is(STATUS, 'odd')), { totalLimit: 1000 })).toEqual({ total: COUNT / 2, totalIsExact: true });
    });

    it('returns a page with its total, also past the end', async () => {
      const page = await store.page(query(is(STATUS, 'odd'), { sort: [by(SCORE)], offset: 5, limit: 10 }));
      expect(page).toMatchObject({ total: COUNT / 2, totalIsExact: true });
      expect(page.records).toHaveLength(10);
      expect(await store.page(query(ALL, { offset: 5000, limit: 10 }))).toEqual({ records: [], total: COUNT, totalIsExact: true });
      expect(await store.page(query(ALL, { limit: 0 }))).toEqual({ records: [], total: COUNT, totalIsExact: true });
    });

    it('restricts the results to the access filter', async () => {
      const storeQuery = query({ kind: 'range', key: SCORE, gte: 4 }, { access: is(STATUS, 'even'), sort: [by(SCORE, true)], limit: 1000 });
      const page = await store.page(storeQuery);
      expect(page.total).toBe(150);
      expect(page.records.every((record) => Number(record.document['number']) % 2 === 0)).toBe(true);
      expect(await store.findIds(storeQuery)).toHaveLength(150);
      expect((await store.count(storeQuery)).total).toBe(150);
      expect(await store.page({ ...storeQuery, access: { kind: 'constant', value: false } })).toEqual({
        records: [],
        total: 0,
        totalIsExact: true,
      });
    });

    it('streams all records in order, and stops when the reader stops', async () => {
      const seen: number[] = [];
      for await (const record of store.stream(query(ALL, { sort: [by(NAME)], limit: Infinity })))
        seen.push(Number(record.document['number']));
      expect(seen).toEqual(await numbers(store, query(ALL, { sort: [by(NAME)] })));
      let taken = 0;
      for await (const record of store.stream(query(ALL, { limit: Infinity }))) {
        taken += 1;
        if (record.document['number'] === 3) break;
      }
      expect(taken).toBe(4);
    });

    it('allows reads and writes while a stream is open', async () => {
      const iterator = store.stream(query(ALL, { limit: Infinity }))[Symbol.asyncIterator]();
      await iterator.next();
      await commit(store, { writes: [insert(item(7777, { fName: 'late' }))] });
      expect((await store.get(ITEMS.name, [fixtureId(7777)]))[0]).toBeDefined();
      await iterator.return?.();
      expect(await numbers(store, query(is(NAME, 'late')))).toEqual([7777]);
      await commit(store, {
        writes: [{ kind: 'remove', collection: ITEMS.name, id: fixtureId(7777), previousKeys: { fName: 'late' }, expectedVersion: 1 }],
      });
    });

    it('responds to a ping and reports its capabilities', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
      expect(store.capabilities.product).toMatch(/^(SQLite|MongoDB) \d/);
      expect(store.capabilities.maxIndexesPerCollection).toBeGreaterThanOrEqual(40);
    });
  });
}
