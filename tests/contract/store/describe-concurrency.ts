import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommitResult, StorePort, UnitOfWork } from '../../../engine/ports/index.ts';
import { fixtureId } from '#tests/support';
import type { StoreMaker } from './store-maker.ts';
import { change, CODE, commit, insert, is, item, ITEMS, LEDGER, NAME, numbers, query, type Item } from './items.ts';

const AT_ONCE = 20;

/**
 * Concurrent units of work: each is either committed completely or reported as stale, never lost and never applied twice.
 * Uses two handles.
 */
export function describeConcurrency(maker: StoreMaker): void {
  describe('concurrent units of work', () => {
    let store: StorePort;
    let second: StorePort;
    beforeEach(async () => {
      store = await maker.make();
      await store.applySchemas([ITEMS, LEDGER]);
      second = await maker.openSecondHandle(store);
      await second.applySchemas([ITEMS, LEDGER]);
    });
    afterEach(async () => {
      await second?.close();
      await store?.close();
    });

    const each = (run: (number: number, handle: StorePort) => Promise<CommitResult>): Promise<CommitResult[]> =>
      Promise.all(Array.from({ length: AT_ONCE }, (_, number) => run(number + 1, number % 2 === 0 ? store : second)));

    it('commit only one of twenty with an absence check on the same key', async () => {
      const results = await each((number, handle) =>
        handle.commit({
          writes: [insert(item(number, { fName: 'same' }))],
          absenceChecks: [{ collection: ITEMS.name, filter: is(NAME, 'same'), exceptIds: [], lockKeys: ['name:same'] }],
        }),
      );
      expect(results.filter((result) => result.committed)).toHaveLength(1);
      expect(
        results.filter((result) => !result.committed).every((result) => !result.committed && result.conflicts[0]?.kind === 'absence'),
      ).toBe(true);
      expect(await numbers(store, query(is(NAME, 'same')))).toHaveLength(1);
      expect(await numbers(second, query(is(NAME, 'same')))).toHaveLength(1);
    });

    it('commit all with absence checks on different keys', async () => {
      const results = await each((number, handle) =>
        handle.commit({
          writes: [insert(item(number, { fName: `n${number}` }))],
          absenceChecks: [{ collection: ITEMS.name, filter: is(NAME, `n${number}`), exceptIds: [], lockKeys: [`name:n${number}`] }],
        }),
      );
      expect(results.filter((result) => result.committed)).toHaveLength(AT_ONCE);
    });

    it('commit only one of twenty changes of the same version', async () => {
      const first = item(500, { fName: 'start' });
      await commit(store, { writes: [insert(first)] });
      const results = await each((number, handle) =>
        handle.commit({ writes: [change(first, { fName: `by ${number}` }).write, insert(item(number), LEDGER.name)] }),
      );
      expect(results.filter((result) => result.committed)).toHaveLength(1);
      expect((await store.get(ITEMS.name, [fixtureId(500)]))[0]?.document._version).toBe(2);
      expect((await store.count({ collection: LEDGER.name, filter: { kind: 'constant', value: true } })).total).toBe(1);
    });

    it('commit only one of twenty with the same unique key', async () => {
      const results = await each((number, handle) => handle.commit({ writes: [insert(item(number, { fCode: 'one' }))] }));
      expect(results.filter((result) => result.committed)).toHaveLength(1);
      expect(await numbers(store, query(is(CODE, 'one')))).toHaveLength(1);
    });

    it('get their own results in a batch: conflicts of some do not affect the others', async () => {
      const first = item(900, { fCode: 'taken' });
      await commit(store, { writes: [insert(first)] });
      const stale = { ...first, document: { ...first.document, _version: 7 } };
      const faults = new Map<number, UnitOfWork>([
        [3, { writes: [insert(item(3, {}), LEDGER.name), change(stale, { fName: 'x' }).write] }],
        [17, { writes: [insert(item(17, {}), LEDGER.name), insert(item(900))] }],
        [40, { writes: [insert(item(40, {}), LEDGER.name), insert(item(40, { fCode: 'taken' }))] }],
        [41, { writes: [insert(item(41, {}), LEDGER.name)], versionChecks: [{ collection: ITEMS.name, id: fixtureId(901), version: 1 }] }],
        [
          77,
          {
            writes: [insert(item(77, {}), LEDGER.name)],
            absenceChecks: [{ collection: ITEMS.name, filter: is(CODE, 'taken'), exceptIds: [], lockKeys: ['taken'] }],
          },
        ],
      ]);
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          store.commit(
            faults.get(index) ?? {
              writes: [insert(item(index)), insert(item(index, {}), LEDGER.name)],
              versionChecks: [{ collection: ITEMS.name, id: fixtureId(900), version: 1 }],
            },
          ),
        ),
      );
      const refused = new Map(results.flatMap((result, index) => (result.committed ? [] : [[index, result.conflicts[0]?.kind] as const])));
      expect([...refused].sort((one, other) => one[0] - other[0])).toEqual([
        [3, 'version'],
        [17, 'exists'],
        [40, 'unique'],
        [41, 'version'],
        [77, 'absence'],
      ]);
      expect((await store.count({ collection: LEDGER.name, filter: { kind: 'constant', value: true } })).total).toBe(95);
      expect((await second.count({ collection: ITEMS.name, filter: { kind: 'constant', value: true } })).total).toBe(96);
    });

    it('never commit if a version changed after it was read', async () => {
      const balance = item(500, { fScore: 10 });
      await commit(store, { writes: [insert(balance)] });
      // Each takes 3 of 10 if at least 3 are left, and runs again when its read is stale: three succeed.
      const taken = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => take(number % 2 === 0 ? store : second, number + 1)));
      expect(taken.filter(Boolean)).toHaveLength(3);
      const [left] = await store.get(ITEMS.name, [fixtureId(500)]);
      expect(left?.document).toMatchObject({ left: 1, _version: 4 });
      expect((await store.count({ collection: LEDGER.name, filter: { kind: 'constant', value: true } })).total).toBe(3);
    });
  });
}

async function take(handle: StorePort, number: number): Promise<boolean> {
  for (;;) {
    const [record] = await handle.get(ITEMS.name, [fixtureId(500)]);
    if (record === undefined) throw new Error('the balance is gone');
    const left = typeof record.document['left'] === 'number' ? record.document['left'] : 10;
    if (left < 3) return false;
    const current: Item = { document: record.document, keys: { fScore: left } };
    const result = await handle.commit({
      writes: [change(current, { fScore: left - 3 }, { left: left - 3 }).write, insert(item(number), LEDGER.name)],
    });
    if (result.committed) return true;
  }
}
