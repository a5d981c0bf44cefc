import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileMatcher, groupInMemory, type FilterNode } from '#engine/model/filter';
import type { RecordKeys } from '#engine/model/compiled';
import type { GroupQuery, StorePort } from '../../../engine/ports/index.ts';
import { ALL, change, commit, insert, is, item, ITEMS, remove, SCORE, STATUS, TAGS, type Item } from './items.ts';
import type { StoreMaker } from './store-maker.ts';

/** More than a store groups without a thread of its own. */
const COUNT = 1_500;

const COUNTED = { name: 'count', kind: 'count' } as const;

const QUERIES: readonly { readonly text: string; readonly query: Omit<GroupQuery, 'collection'> }[] = [
  { text: 'counts of a status', query: { filter: ALL, by: [{ kind: 'key', key: STATUS }], measures: [COUNTED] } },
  {
    text: 'sums of a status, of some records',
    query: { filter: is(SCORE, 1, 2), by: [{ kind: 'key', key: STATUS }], measures: [COUNTED, { name: 'sum', kind: 'sum', key: SCORE }] },
  },
  { text: 'counts of a list', query: { filter: is(STATUS, 'open'), by: [{ kind: 'key', key: TAGS }], measures: [COUNTED] } },
  { text: 'one average', query: { filter: ALL, by: [], measures: [{ name: 'mean', kind: 'avg', key: SCORE }] } },
];

/** Groups are those of the records as they are, whatever was read before. */
export function describeChangingGroups(maker: StoreMaker): void {
  describe('groups of records that change', () => {
    let store: StorePort;
    let other: StorePort;
    const items = new Map<number, Item>();

    beforeAll(async () => {
      store = await maker.make();
      await store.applySchemas([ITEMS]);
      other = await maker.openSecondHandle(store);
      await other.applySchemas([ITEMS]);
      for (let at = 0; at < COUNT; at += 1) items.set(at, item(at, keysOf(at)));
      const writes = [...items.values()].map((one) => insert(one));
      for (let start = 0; start < COUNT; start += 500) await commit(store, { writes: writes.slice(start, start + 500) });
    });
    afterAll(async () => {
      await other?.close();
      await store?.close();
    });

    const expectGroups = async (when: string): Promise<void> => {
      for (const { text, query } of QUERIES) {
        // The second read is that of a result which may be cached.
        for (const read of ['first', 'second'])
          expect(await store.group({ collection: ITEMS.name, ...query }), `${text}, ${when}, ${read} read`).toEqual(
            groupInMemory(matching(items, query.filter), query),
          );
      }
    };
    const save = async (at: number, keys: RecordKeys, by: StorePort = store): Promise<void> => {
      const { next, write } = change(items.get(at) as Item, keys, { turn: at });
      items.set(at, next);
      await commit(by, { writes: [write] });
    };

    it('follow records that enter, leave and move, and values that are measured', async () => {
      await expectGroups('at first');
      await save(1, {});
      await expectGroups('a record saved without another key');
      await save(2, { fName: 'Other name' });
      await expectGroups('a key changed that no group has');
      await save(3, { fStatus: 'shut' });
      await expectGroups('a record moved to another group');
      await save(4, { fScore: 90 });
      await expectGroups('a measured value changed, and a record left the filter');
      await save(5, { fTags: ['t1', 'late'] });
      await expectGroups('a list changed');
      items.set(COUNT, item(COUNT, keysOf(COUNT)));
      await commit(store, { writes: [insert(items.get(COUNT) as Item)] });
      await expectGroups('a record created');
      await commit(store, { writes: [remove(items.get(6) as Item)] });
      items.delete(6);
      await expectGroups('a record removed');
    });

    it('follow changes by another process', async () => {
      await expectGroups('before');
      await save(7, { fStatus: 'late' }, other);
      await expectGroups('after');
    });

    it('are those of a state between begin and end of the read, while records change', async () => {
      const { query } = QUERIES[0] as (typeof QUERIES)[number];
      for (let round = 0; round < 10; round += 1) {
        const states = [groupInMemory(matching(items, query.filter), query)];
        const reads = [store.group({ collection: ITEMS.name, ...query }), store.group({ collection: ITEMS.name, ...query })];
        await save(20 + round, { fStatus: `s${round}` });
        states.push(groupInMemory(matching(items, query.filter), query));
        for (const groups of await Promise.all(reads)) expect(states).toContainEqual(groups);
        expect(await store.group({ collection: ITEMS.name, ...query })).toEqual(states[1]);
      }
    });
  });
}

function keysOf(at: number): RecordKeys {
  return {
    fName: `name ${at}`,
    fStatus: ['open', 'shut', 'held'][at % 3],
    ...(at % 7 === 0 ? {} : { fScore: at % 5 }),
    fTags: [`t${at % 4}`, 'x'],
  };
}

function matching(items: ReadonlyMap<number, Item>, filter: FilterNode): RecordKeys[] {
  const matches = compileMatcher(filter);
  return [...items.values()].filter(({ document, keys }) => matches(document._id, keys)).map(({ keys }) => keys);
}
