import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StorePort } from '../../../engine/ports/index.ts';
import { fixtureId } from '#tests/support';
import type { StoreMaker } from './store-maker.ts';
import { ALL, by, change, commit, insert, is, item, ITEMS, NAME, numbers, query, remove, SCORE, STATUS, type Item } from './items.ts';

/** Two handles on one store, as in two processes: a commit through one is visible to the next request of the other. */
export function describeTwoHandles(maker: StoreMaker): void {
  describe('two handles', () => {
    let one: StorePort;
    let two: StorePort;
    beforeEach(async () => {
      one = await maker.make();
      await one.applySchemas([ITEMS]);
      two = await maker.openSecondHandle(one);
      await two.applySchemas([ITEMS]);
    });
    afterEach(async () => {
      await two?.close();
      await one?.close();
    });

    it("see each other's records, totals and versions at the next request, many times over", async () => {
      const storeQuery = query(is(STATUS, 'open'), { sort: [by(NAME)], limit: 5 });
      let open = 0;
      for (let round = 0; round < 25; round += 1) {
        const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
        const versions = await reader.versions();
        expect((await reader.page(storeQuery)).total).toBe(open);
        const fresh = item(round, { fStatus: 'open', fName: `n${String(200 - round)}` });
        await commit(writer, { writes: [insert(fresh)], bumps: round % 3 === 0 ? ['rights'] : ['definitions', 'rights'] });
        open += 1;
        expect((await reader.page(storeQuery)).total).toBe(open);
        expect((await reader.page(storeQuery)).records[0]?.document._id).toBe(fixtureId(round));
        expect((await reader.count(storeQuery)).total).toBe(open);
        expect((await reader.get(ITEMS.name, [fixtureId(round)]))[0]?.document._version).toBe(1);
        expect(await reader.versions()).toEqual({
          definitions: versions.definitions + (round % 3 === 0 ? 0 : 1),
          rights: versions.rights + 1,
        });
      }
      const first = item(0, { fStatus: 'open', fName: 'n200' });
      const closed = change(first, { fStatus: 'shut' });
      await commit(one, { writes: [closed.write] });
      expect((await two.page(storeQuery)).total).toBe(open - 1);
      expect((await one.page(storeQuery)).total).toBe(open - 1);
      await commit(two, { writes: [remove(closed.next)] });
      expect((await one.count(query(ALL))).total).toBe(open - 1);
      expect(await numbers(one, query(is(STATUS, 'shut')))).toEqual([]);
    });

    it('return exact totals after each batch of saves, through one handle and through both', async () => {
      const queries = [query(is(STATUS, 'open')), query(ALL), query(is(STATUS, 'open'), { access: { kind: 'range', key: SCORE, lt: 4 } })];
      const existing = new Map<number, Item>();
      let next = 0;
      for (let round = 0; round < 8; round += 1) {
        const handles = round % 2 === 0 ? [one, one] : [one, two];
        const units: Promise<unknown>[] = [];
        for (const [number, current] of [...existing].filter(([each]) => each % 3 === round % 3)) {
          const changed = change(current, { fStatus: number % 2 === round % 2 ? 'open' : 'shut', fScore: (number + round) % 8 });
          const goes = number % 5 === round % 5;
          units.push(commit(handles[number % 2] as StorePort, { writes: goes ? [changed.write, remove(changed.next)] : [changed.write] }));
          if (goes) existing.delete(number);
          else existing.set(number, changed.next);
        }
        for (let fresh = 0; fresh < 25; fresh += 1, next += 1) {
          const made = item(next, { fStatus: next % 3 === 0 ? 'open' : 'shut', fScore: next % 8 });
          existing.set(next, made);
          units.push(commit(handles[next % 2] as StorePort, { writes: [insert(made)] }));
          if (fresh % 5 === 0)
            units.push(...queries.map((each) => one.count(each)), ...queries.map((each) => two.page({ ...each, limit: 1 })));
        }
        await Promise.all(units);
        const open = [...existing.values()].filter(({ keys }) => keys['fStatus'] === 'open');
        const expected = [open.length, existing.size, open.filter(({ keys }) => Number(keys['fScore']) < 4).length];
        for (const handle of [one, two, one])
          expect(await Promise.all(queries.map(async (each) => (await handle.count(each)).total)), `round ${round}`).toEqual(expected);
      }
    });

    it('share sequences', async () => {
      const given = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two).reserveNumbers('shared', 1)));
      expect([...given].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });
  });
}
