import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareBy, compileMatcher, type FilterNode, type SortStep } from '#engine/model/filter';
import type { RecordKeys } from '#engine/model/compiled';
import type { StorePort } from '../../../engine/ports/index.ts';
import type { StoreMaker } from './store-maker.ts';
import { ALL, by, change, commit, insert, is, item, ITEMS, NAME, query, remove, SCORE, STATUS, type Item } from './items.ts';

const COUNT = 3_000;
const LIMIT = 7;

/** Orders with unique keys, with long runs of equal and of missing keys, over an index and without one. */
const ORDERS: readonly { readonly text: string; readonly filter: FilterNode; readonly sort: readonly SortStep[] }[] = [
  { text: 'by name', filter: ALL, sort: [by(NAME)] },
  { text: 'by name, descending', filter: ALL, sort: [by(NAME, true)] },
  { text: 'by score', filter: ALL, sort: [by(SCORE)] },
  { text: 'by score, descending', filter: ALL, sort: [by(SCORE, true)] },
  { text: 'by score, then descending by id', filter: ALL, sort: [by(SCORE), { kind: 'id', descending: true }] },
  { text: 'of a status by score', filter: is(STATUS, 'open'), sort: [by(SCORE, true)] },
  { text: 'of all but a status by name', filter: { kind: 'not', node: is(STATUS, 'shut') }, sort: [by(NAME)] },
  { text: 'by score, then name', filter: ALL, sort: [by(SCORE), by(NAME, true)] },
  { text: 'by id', filter: ALL, sort: [{ kind: 'id', descending: true }] },
];
const OFFSETS = [600, 1_250, 1_900, 700, 1_251, 2_200];

/** Numbers that look random and are the same in each run. */
function makeDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Pages at deep offsets are those of a state of the store during the read, whatever changes before, after and meanwhile. */
export function describeDeepPages(maker: StoreMaker): void {
  describe('deep pages', () => {
    const draw = makeDraw(7);
    let model: ReadonlyMap<number, Item> = new Map();
    let store: StorePort;
    let other: StorePort;
    let made = 0;

    const drawKeys = (): RecordKeys => ({
      fName: `${String(draw(100_000)).padStart(5, '0')}${['é', '😀', 'z'][draw(3)]}`,
      fStatus: draw(4) === 0 ? 'shut' : 'open',
      ...(draw(5) === 0 ? {} : { fScore: draw(4) }),
    });

    beforeAll(async () => {
      store = await maker.make();
      await store.applySchemas([ITEMS]);
      other = await maker.openSecondHandle(store);
      await other.applySchemas([ITEMS]);
      const items = new Map<number, Item>();
      for (; made < COUNT; made += 1) items.set(made, item(made, drawKeys()));
      const writes = [...items.values()].map((one) => insert(one));
      for (let start = 0; start < COUNT; start += 500) await commit(store, { writes: writes.slice(start, start + 500) });
      model = items;
    });
    afterAll(async () => {
      await other?.close();
      await store?.close();
    });

    /** Commits a few changes anywhere in the orders, and updates the model. */
    const save = async (by: StorePort): Promise<void> => {
      const next = new Map(model);
      const numbers = new Set(Array.from({ length: 3 }, () => [...model.keys()][draw(model.size)] as number));
      const writes = [...numbers].map((number) => {
        const stored = model.get(number) as Item;
        if (draw(3) === 0) {
          next.delete(number);
          return remove(stored);
        }
        // Keys that are not drawn again stay.
        const changed = change(stored, draw(2) === 0 ? {} : drawKeys(), { turn: draw(1_000) });
        next.set(number, changed.next);
        return changed.write;
      });
      const fresh = item((made += 1), drawKeys());
      next.set(made, fresh);
      await commit(by, { writes: [...writes, insert(fresh)] });
      model = next;
    };

    const expected = (items: ReadonlyMap<number, Item>, { filter, sort }: (typeof ORDERS)[number], offset: number): readonly string[] => {
      const matches = compileMatcher(filter);
      return [...items.values()]
        .map(({ document, keys }) => ({ id: document._id, keys }))
        .filter(({ id, keys }) => matches(id, keys))
        .sort(compareBy(sort))
        .slice(offset, offset + LIMIT)
        .map(({ id }) => id);
    };
    const read = async (order: (typeof ORDERS)[number], offset: number): Promise<readonly string[]> =>
      (await store.page(query(order.filter, { sort: order.sort, offset, limit: LIMIT }))).records.map(({ document }) => document._id);

    it.each(ORDERS)('$text, with changes between the pages', async (order) => {
      for (const offset of OFFSETS) {
        expect(await read(order, offset), `at ${offset}`).toEqual(expected(model, order, offset));
        await save(store);
        expect(await read(order, offset), `at ${offset}, changed`).toEqual(expected(model, order, offset));
      }
    });

    it('with changes by another process between the pages', async () => {
      for (const order of ORDERS.slice(0, 4)) {
        for (const offset of OFFSETS) {
          await save(other);
          expect(await read(order, offset), `${order.text} at ${offset}`).toEqual(expected(model, order, offset));
        }
      }
    });

    it('with changes while the pages are read', async () => {
      for (const order of ORDERS.slice(0, 6)) {
        for (const offset of OFFSETS) {
          const states = [model];
          let isRead = false;
          const saving = (async () => {
            while (!isRead) {
              await save(draw(4) === 0 ? other : store);
              states.push(model);
            }
          })();
          const page = await read(order, offset);
          isRead = true;
          await saving;
          expect(
            states.map((state) => expected(state, order, offset)),
            `${order.text} at ${offset}`,
          ).toContainEqual(page);
        }
      }
    });
  });
}
