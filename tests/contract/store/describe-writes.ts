import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StorePort } from '../../../engine/ports/index.ts';
import { fixtureId } from '#tests/support';
import type { StoreMaker } from './store-maker.ts';
import { by, change, CODE, commit, insert, is, item, ITEMS, LEDGER, NAME, numbers, query, remove, STATUS, TAGS } from './items.ts';

/** Units of work: all or nothing, version checks, unique indexes, sequences, versions. */
export function describeWrites(maker: StoreMaker): void {
  describe('writing', () => {
    let store: StorePort;
    beforeEach(async () => {
      store = await maker.make();
      await store.applySchemas([ITEMS, LEDGER]);
    });
    afterEach(() => store?.close());

    it('inserts, changes and removes records, and updates their keys', async () => {
      const first = item(1, { fName: 'ann', fStatus: 'new', fTags: ['a', 'b'] });
      await commit(store, { writes: [insert(first)] });
      expect(await numbers(store, query(is(TAGS, 'b')))).toEqual([1]);
      const { next, write } = change(first, { fName: 'bea', fStatus: undefined, fTags: ['c'] }, { name: 'bea' });
      await commit(store, { writes: [write] });
      expect(await numbers(store, query(is(NAME, 'ann')))).toEqual([]);
      expect(await numbers(store, query(is(TAGS, 'b')))).toEqual([]);
      expect(await numbers(store, query(is(TAGS, 'c')))).toEqual([1]);
      expect(await numbers(store, query({ kind: 'exists', keys: [STATUS] }))).toEqual([]);
      expect(await numbers(store, query({ kind: 'contains', key: NAME, text: 'bea' }))).toEqual([1]);
      expect(await numbers(store, query({ kind: 'contains', key: NAME, text: 'ann' }))).toEqual([]);
      expect((await store.get(ITEMS.name, [fixtureId(1)]))[0]).toEqual({
        document: { _id: fixtureId(1), _version: 2, number: 1, name: 'bea' },
        definitionVersion: 4,
      });
      await commit(store, { writes: [remove(next)] });
      expect(await store.get(ITEMS.name, [fixtureId(1)])).toEqual([undefined]);
      expect(await numbers(store, query({ kind: 'contains', key: NAME, text: 'bea' }))).toEqual([]);
      expect((await store.count(query())).total).toBe(0);
    });

    it('writes several changes of one record in one unit, in order', async () => {
      const first = item(1, { fName: 'ann' });
      const second = change(first, { fName: 'bea' });
      const third = change(second.next, { fName: 'cleo' });
      await commit(store, { writes: [insert(first), second.write, third.write] });
      expect(await numbers(store, query(is(NAME, 'cleo')))).toEqual([1]);
      expect((await store.get(ITEMS.name, [fixtureId(1)]))[0]?.document._version).toBe(3);
      expect((await store.count(query())).total).toBe(1);
    });

    it('writes a whole unit or nothing', async () => {
      const first = item(1, { fName: 'ann' });
      await commit(store, { writes: [insert(first)] });
      const stale = change({ ...first, document: { ...first.document, _version: 5 } }, { fName: 'x' });
      const result = await store.commit({
        writes: [insert(item(2, { fName: 'two' })), insert(item(3, { fName: 'entry' }), LEDGER.name), stale.write, insert(item(4))],
      });
      expect(result).toEqual({ committed: false, conflicts: [{ kind: 'version', collection: ITEMS.name, id: fixtureId(1) }] });
      expect(await numbers(store, query())).toEqual([1]);
      expect(await store.get(LEDGER.name, [fixtureId(3)])).toEqual([undefined]);
      expect((await store.count(query())).total).toBe(1);
    });

    it('rejects inserting an existing record, and changing or removing a missing one', async () => {
      const first = item(1, { fName: 'ann' });
      await commit(store, { writes: [insert(first)] });
      expect(await store.commit({ writes: [insert(item(1, { fName: 'again' }))] })).toEqual({
        committed: false,
        conflicts: [{ kind: 'exists', collection: ITEMS.name, id: fixtureId(1) }],
      });
      expect(await store.commit({ writes: [change(item(2), {}).write] })).toMatchObject({
        committed: false,
        conflicts: [{ kind: 'version', id: fixtureId(2) }],
      });
      expect(await store.commit({ writes: [remove(item(2))] })).toMatchObject({
        committed: false,
        conflicts: [{ kind: 'version', id: fixtureId(2) }],
      });
      expect(await numbers(store, query(is(NAME, 'ann')))).toEqual([1]);
    });

    it('checks the versions of the records that were read', async () => {
      const first = item(1, { fName: 'ann' });
      await commit(store, { writes: [insert(first)] });
      const entry = (number: number): ReturnType<typeof insert> => insert(item(number), LEDGER.name);
      const checked = (id: string, version: number | null, number: number) =>
        store.commit({ writes: [entry(number)], versionChecks: [{ collection: ITEMS.name, id, version }] });
      expect(await checked(fixtureId(1), 1, 10)).toMatchObject({ committed: true });
      expect(await checked(fixtureId(2), null, 11)).toMatchObject({ committed: true });
      expect(await checked(fixtureId(1), 2, 12)).toEqual({
        committed: false,
        conflicts: [{ kind: 'version', collection: ITEMS.name, id: fixtureId(1) }],
      });
      expect(await checked(fixtureId(1), null, 13)).toMatchObject({ committed: false });
      expect(await checked(fixtureId(2), 1, 14)).toMatchObject({ committed: false });
      expect((await store.count({ collection: LEDGER.name, filter: { kind: 'constant', value: true } })).total).toBe(2);
    });

    it('rejects a unit if an absence check finds a record, except for the excepted ids', async () => {
      await commit(store, { writes: [insert(item(1, { fName: 'ann' }))] });
      const guarded = (exceptIds: readonly string[], number: number) =>
        store.commit({
          writes: [insert(item(number, { fName: 'other' }))],
          absenceChecks: [{ collection: ITEMS.name, filter: is(NAME, 'ann'), exceptIds, lockKeys: ['name:ann'] }],
        });
      expect(await guarded([], 2)).toEqual({ committed: false, conflicts: [{ kind: 'absence', collection: ITEMS.name }] });
      expect(await guarded([fixtureId(1)], 3)).toMatchObject({ committed: true });
      expect(await numbers(store, query())).toEqual([1, 3]);
    });

    it('enforces unique keys; missing keys do not count', async () => {
      await commit(store, { writes: [insert(item(1, { fCode: 'A' })), insert(item(2)), insert(item(3))] });
      expect(await store.commit({ writes: [insert(item(4)), insert(item(5, { fCode: 'A' }))] })).toEqual({
        committed: false,
        conflicts: [{ kind: 'unique', collection: ITEMS.name, id: fixtureId(5), keys: [CODE.id] }],
      });
      const { write } = change(item(2), { fCode: 'A' });
      expect(await store.commit({ writes: [write] })).toEqual({
        committed: false,
        conflicts: [{ kind: 'unique', collection: ITEMS.name, id: fixtureId(2), keys: [CODE.id] }],
      });
      expect(await numbers(store, query())).toEqual([1, 2, 3]);
      await commit(store, { writes: [change(item(1, { fCode: 'A' }), { fCode: 'B' }).write, insert(item(6, { fCode: 'A' }))] });
      expect(await numbers(store, query(is(CODE, 'A')))).toEqual([6]);
    });

    it('commits an empty unit, and returns increasing positions', async () => {
      const positions: string[] = [];
      for (let number = 1; number <= 5; number += 1) positions.push(await commit(store, { writes: [insert(item(number))] }));
      await commit(store, { writes: [] });
      expect(new Set(positions).size).toBe(5);
      expect([...positions].sort(comparePositions)).toEqual(positions);
    });

    it('reserves numbers that are never reserved twice', async () => {
      const starts = await Promise.all(Array.from({ length: 30 }, (_, index) => store.reserveNumbers('invoice', (index % 3) + 1)));
      const given = starts.flatMap((start, index) => Array.from({ length: (index % 3) + 1 }, (_, step) => start + step));
      expect(new Set(given).size).toBe(given.length);
      expect(Math.min(...given)).toBe(1);
      expect(await store.reserveNumbers('other', 1)).toBe(1);
    });

    it('reserves numbers that are not below a first one, and never lower ones again', async () => {
      expect(await store.reserveNumbers('ticket', 2)).toBe(1);
      expect(await store.reserveNumbers('ticket', 1, 1000)).toBe(1000);
      expect(await store.reserveNumbers('ticket', 3, 500)).toBe(1001);
      expect(await store.reserveNumbers('ticket', 1)).toBe(1004);
      const starts = await Promise.all(Array.from({ length: 20 }, () => store.reserveNumbers('first', 1, 50)));
      expect(new Set(starts).size).toBe(20);
      expect(Math.min(...starts)).toBe(50);
      expect(await store.reserveNumbers('zero', 1, 0)).toBe(0);
      await store.reserveNumbers('ticket', 0, 2_000);
      expect(await store.reserveNumbers('ticket', 1)).toBe(2_000);
      await Promise.all([store.reserveNumbers('ticket', 0, 500), store.reserveNumbers('moved', 0, 8)]);
      expect([await store.reserveNumbers('ticket', 2), await store.reserveNumbers('moved', 1)]).toEqual([2_001, 8]);
    });

    it('increases the versions of definitions and rights only if the unit commits', async () => {
      const before = await store.versions();
      await commit(store, { writes: [insert(item(1))], bumps: ['rights'] });
      expect(await store.versions()).toEqual({ definitions: before.definitions, rights: before.rights + 1 });
      await store.commit({ writes: [insert(item(1))], bumps: ['definitions', 'rights'] });
      expect(await store.versions()).toEqual({ definitions: before.definitions, rights: before.rights + 1 });
      await commit(store, { writes: [], bumps: ['definitions'] });
      expect(await store.versions()).toEqual({ definitions: before.definitions + 1, rights: before.rights + 1 });
    });

    it('updates totals with each save', async () => {
      const total = async (): Promise<number> => (await store.page(query(is(STATUS, 'open'), { sort: [by(NAME)], limit: 1 }))).total;
      expect(await total()).toBe(0);
      const [open, shut, gone] = [item(1, { fStatus: 'open' }), item(2, { fStatus: 'shut' }), item(3, { fStatus: 'open' })];
      await commit(store, { writes: [open, shut, gone, item(4, { fStatus: 'open' })].map((one) => insert(one)) });
      expect(await total()).toBe(3);
      const opened = change(shut, { fStatus: 'open' });
      await commit(store, { writes: [opened.write] });
      expect(await total()).toBe(4);
      await commit(store, { writes: [change(open, { fStatus: 'shut' }).write, remove(gone)] });
      expect(await total()).toBe(2);
      const refused = await store.commit({ writes: [change(opened.next, { fStatus: 'shut' }).write, insert(item(4))] });
      expect(refused.committed).toBe(false);
      expect(await total()).toBe(2);
    });
  });
}

function comparePositions(a: string, b: string): number {
  return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
}
