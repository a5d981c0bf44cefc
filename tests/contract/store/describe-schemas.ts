import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import type { StorePort } from '../../../engine/ports/index.ts';
import { fixtureId } from '#tests/support';
import type { StoreMaker } from './store-maker.ts';
import { by, change, commit, insert, is, item, ITEMS, NAME, numbers, query } from './items.ts';

const ADDED: KeySchema = { id: 'fAdded', kind: 'text', list: false };
const ADDED_LIST: KeySchema = { id: 'fAddedList', kind: 'text', list: true };
const GROWN: CollectionSchema = {
  ...ITEMS,
  keys: [...ITEMS.keys, ADDED, ADDED_LIST],
  indexes: [...ITEMS.indexes, { keys: [ADDED.id, NAME.id] }, { keys: [ADDED_LIST.id] }],
  contains: [...ITEMS.contains, ADDED.id],
};

/** Collection schemas: created, extended on filled collections, applied again and by two processes at once. */
export function describeSchemas(maker: StoreMaker): void {
  describe('collection schemas', () => {
    let store: StorePort;
    beforeEach(async () => {
      store = await maker.make();
    });
    afterEach(() => store?.close());

    it('add keys and indexes to a filled collection, in which old records count as missing', async () => {
      await store.applySchemas([ITEMS]);
      const items = Array.from({ length: 400 }, (_, number) => item(number, { fName: `name ${number}` }));
      await commit(store, { writes: items.map((one) => insert(one)) });
      await store.applySchemas([GROWN]);
      expect(await numbers(store, query({ kind: 'exists', keys: [ADDED] }))).toEqual([]);
      expect(await numbers(store, query({ kind: 'not', node: { kind: 'exists', keys: [ADDED] } }, { limit: 1000 }))).toHaveLength(400);
      const [old] = await store.get(ITEMS.name, [fixtureId(3)]);
      expect(old).toEqual({ document: items[3]?.document, definitionVersion: 3 });
      const { write } = change(items[5] as (typeof items)[number], { fAdded: 'now here', fAddedList: ['x', 'y'] });
      await commit(store, { writes: [write, insert(item(900, { fAdded: 'born with', fAddedList: ['y'] }))] });
      expect(await numbers(store, query({ kind: 'contains', key: ADDED, text: 'her' }))).toEqual([5]);
      expect(await numbers(store, query(is(ADDED_LIST, 'y'), { sort: [by(ADDED)] }))).toEqual([900, 5]);
      expect(await numbers(store, query(undefined, { sort: [by(ADDED, true)], limit: 3 }))).toEqual([5, 900, 399]);
    });

    it('support "contains" for records that existed before', async () => {
      await store.applySchemas([{ ...ITEMS, contains: [] }]);
      await commit(store, { writes: [insert(item(1, { fName: 'an older record' }))] });
      await store.applySchemas([ITEMS]);
      expect(await numbers(store, query({ kind: 'contains', key: NAME, text: 'older' }))).toEqual([1]);
    });

    it('can be applied again, and by two handles at once', async () => {
      const second = await maker.openSecondHandle(store);
      await Promise.all([store.applySchemas([ITEMS]), second.applySchemas([ITEMS])]);
      await commit(store, { writes: [insert(item(1, { fName: 'ann' }))] });
      await Promise.all([store.applySchemas([GROWN]), second.applySchemas([GROWN])]);
      await second.applySchemas([GROWN]);
      expect(await numbers(second, query(is(NAME, 'ann')))).toEqual([1]);
      await second.close();
    });

    it('remove indexes that are no longer declared, without losing records', async () => {
      await store.applySchemas([GROWN]);
      await commit(store, { writes: [insert(item(1, { fName: 'ann', fAdded: 'x' }))] });
      await store.applySchemas([ITEMS]);
      expect(await numbers(store, query(is(NAME, 'ann')))).toEqual([1]);
      await store.applySchemas([GROWN]);
      expect(await numbers(store, query(is(ADDED, 'x')))).toEqual([1]);
    });
  });
}
