import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StorePort } from '../../../engine/ports/index.ts';
import { fixtureId } from '#tests/support';
import type { StoreMaker } from './describe-store-contract.ts';
import { ALL, by, change, commit, insert, is, item, ITEMS, NAME, numbers, query, remove, STATUS } from './items.ts';

/** Two handles on one store, as two processes have them: what one commits, the other answers at its next request. */
export function describeTwoHandles(maker: StoreMaker): void {
  describe('two handles', () => {
    let one: StorePort;
    let two: StorePort;
    beforeEach(async () => {
      one = await maker.make();
      await one.applyShapes([ITEMS]);
      two = await maker.makeSecond(one);
      await two.applyShapes([ITEMS]);
    });
    afterEach(async () => {
      await two?.close();
      await one?.close();
    });

    it('see each other in records, totals and versions at the next request, many times over', async () => {
      const asked = query(is(STATUS, 'open'), { sort: [by(NAME)], limit: 5 });
      let open = 0;
      for (let round = 0; round < 25; round += 1) {
        const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
        const versions = await reader.versions();
        expect((await reader.page(asked)).total).toBe(open);
        const fresh = item(round, { fStatus: 'open', fName: `n${String(200 - round)}` });
        await commit(writer, { writes: [insert(fresh)], bumps: round % 3 === 0 ? ['rights'] : ['definitions', 'rights'] });
        open += 1;
        expect((await reader.page(asked)).total).toBe(open);
        expect((await reader.page(asked)).records[0]?.document._id).toBe(fixtureId(round));
        expect((await reader.count(asked)).total).toBe(open);
        expect((await reader.get(ITEMS.name, [fixtureId(round)]))[0]?.document._version).toBe(1);
        expect(await reader.versions()).toEqual({ definitions: versions.definitions + (round % 3 === 0 ? 0 : 1), rights: versions.rights + 1 });
      }
      const first = item(0, { fStatus: 'open', fName: 'n200' });
      const closed = change(first, { fStatus: 'shut' });
      await commit(one, { writes: [closed.write] });
      expect((await two.page(asked)).total).toBe(open - 1);
      expect((await one.page(asked)).total).toBe(open - 1);
      await commit(two, { writes: [remove(closed.next)] });
      expect((await one.count(query(ALL))).total).toBe(open - 1);
      expect(await numbers(one, query(is(STATUS, 'shut')))).toEqual([]);
    });

    it('share sequences', async () => {
      const given = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two).reserveNumbers('shared', 1)));
      expect([...given].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });
  });
}
