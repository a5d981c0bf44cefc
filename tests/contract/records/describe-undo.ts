import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AUDIT_COLLECTION, CHANGES_COLLECTION, removeOldHistory } from '../../../engine/records/index.ts';
import type { StorePort } from '../../../engine/ports/index.ts';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

const DAY = 24 * 3_600_000;
const EVERYTHING = { kind: 'constant', value: true } as const;

/** Undo of many records, repeated, concurrent, interrupted and too late; and what is removed once it is too late. */
export function describeUndo(makeStore: MakeStore): void {
  describe('undo', () => {
    let world: RecordsEnvironment;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
    });
    afterEach(() => world.setHooks({}));
    afterAll(() => world.close());

    const versionOf = async (id: string): Promise<unknown> =>
      (await world.records.get(world.people.admin, { module: 'patients', id }))._version;
    const changed = async (count: number): Promise<{ readonly ids: readonly string[]; readonly batchId: string }> => {
      const { records, people } = world;
      const made = await records.createMany(people.admin, {
        module: 'patients',
        records: Array.from({ length: count }, (_, index) => ({ last_name: `Many ${index}`, title: 'Old' })),
      });
      const { batchId } = await records.updateMany(people.admin, { module: 'patients', ids: made.done, fields: { title: 'New' } });
      return { ids: made.done, batchId };
    };

    it('reverts a large batch in rounds, and reads no more than one round at a time', async () => {
      const most: number[] = [];
      const spied = await createRecordsEnvironment(async () => spyOn(await makeStore(), most));
      const { records, people } = spied;
      const made = await records.createMany(people.admin, {
        module: 'patients',
        records: Array.from({ length: 620 }, (_, index) => ({ last_name: `Many ${index}` })),
      });
      expect(made.done).toHaveLength(620);
      const result = await records.undoBatch(people.admin, { batchId: made.batchId });
      expect([result.undone.length, result.left]).toEqual([620, []]);
      expect(result.undone.map((one) => one._id).sort()).toEqual([...made.done].sort());
      expect((await records.find(people.admin, { module: 'patients', limit: 1 })).total).toBe(0);
      expect(Math.max(...most)).toBeLessThanOrEqual(500);
      await spied.close();
    });

    it('undoes a batch once, and rejects a second request', async () => {
      const { records, people } = world;
      const { ids, batchId } = await changed(3);
      expect((await records.undoBatch(people.admin, { batchId })).undone).toHaveLength(3);
      expect(await codeOf(records.undoBatch(people.admin, { batchId }))).toBe('batch_undone');
      expect(await Promise.all(ids.map(versionOf))).toEqual([3, 3, 3]);
    });

    it('undoes a batch once on concurrent requests', async () => {
      const { records, people } = world;
      const { ids, batchId } = await changed(20);
      const undos = await Promise.allSettled([1, 2, 3].map(() => records.undoBatch(people.admin, { batchId })));
      const codes = undos
        .map((one) =>
          one.status === 'fulfilled' ? `undone ${one.value.undone.length}` : String((one.reason as { readonly code: unknown }).code),
        )
        .sort();
      expect(codes.filter((code) => code === 'undone 20')).toHaveLength(1);
      expect(codes.filter((code) => code === 'undo_in_progress' || code === 'batch_undone')).toHaveLength(2);
      expect(await Promise.all(ids.map(versionOf))).toEqual(ids.map(() => 3));
    });

    it('is not started again while it runs', async () => {
      const { records, people } = world;
      const { batchId } = await changed(1);
      let release = (): void => undefined;
      const blocked = new Promise<void>((resolve) => (release = resolve));
      let hasBegun = (): void => undefined;
      const begun = new Promise<void>((resolve) => (hasBegun = resolve));
      world.setHooks({
        preSave: (module) => (module === 'patients' ? [{ plugin: 'p', name: 't', run: () => (hasBegun(), blocked) }] : []),
      });
      const first = records.undoBatch(people.admin, { batchId });
      await begun;
      expect(await codeOf(records.undoBatch(people.admin, { batchId }))).toBe('undo_in_progress');
      release();
      expect((await first).undone).toHaveLength(1);
      world.setHooks({});
    });

    it('retries records that were left, and returns the whole result in one batch', async () => {
      const { records, people } = world;
      const { ids, batchId } = await changed(3);
      const [stubborn] = ids;
      world.setHooks({
        preSave: (module) =>
          module === 'patients'
            ? [
                {
                  plugin: 'p',
                  name: 't',
                  run: async (context) => void (context.event.id === stubborn && context.refuse('not_now', { message: 'Not now.' })),
                },
              ]
            : [],
      });
      const first = await records.undoBatch(people.admin, { batchId });
      expect(first.left).toMatchObject([{ _id: stubborn, code: 'not_now' }]);
      world.setHooks({});
      const second = await records.undoBatch(people.admin, { batchId });
      expect(second).toMatchObject({ undoBatchId: first.undoBatchId, left: [] });
      expect(second.undone).toHaveLength(3);
      expect(await Promise.all(ids.map(versionOf))).toEqual([3, 3, 3]);
      expect((await records.undoBatch(people.admin, { batchId: first.undoBatchId })).undone).toHaveLength(3);
      expect((await records.get(people.admin, { module: 'patients', id: ids[0] ?? '' }))['title']).toBe('New');
    });

    it('continues after an interruption', async () => {
      const { records, people } = world;
      const { ids, batchId } = await changed(4);
      world.setHooks({
        preSave: (module) =>
          module === 'patients'
            ? [
                {
                  plugin: 'p',
                  name: 't',
                  run: async ({ event }) => {
                    if (event.id === ids[1]) throw new Error('the process ends here');
                  },
                },
              ]
            : [],
      });
      await expect(records.undoBatch(people.admin, { batchId })).rejects.toThrow('the process ends here');
      expect((await Promise.all(ids.map(versionOf))).filter((version) => version === 3).length).toBeLessThan(4);
      world.setHooks({});
      const result = await records.undoBatch(people.admin, { batchId });
      expect([result.undone.length, result.left]).toEqual([4, []]);
      expect(await Promise.all(ids.map(versionOf))).toEqual([3, 3, 3, 3]);
    });

    it('rejects a request after the undo window, before and after the history is removed', async () => {
      const { records, people, store, registry, clock } = world;
      const old = await changed(450);
      world.advance(29 * DAY);
      const young = await changed(1);
      await removeOldHistory({ store, clock, current: () => registry.current() });
      expect((await changesOf(store)).filter((change) => change['batch_id'] === old.batchId)).toHaveLength(450);
      const { data: listed } = await records.batches(people.admin, { limit: 10 });
      expect(listed.find(({ _id }) => _id === old.batchId)).toMatchObject({ kind: 'update', records: 450 });
      world.advance(2 * DAY);
      expect(await codeOf(records.undoBatch(people.admin, { batchId: old.batchId }))).toBe('undo_period_expired');
      const removed = await removeOldHistory({ store, clock, current: () => registry.current() });
      expect(removed.changes).toBeGreaterThanOrEqual(900);
      expect(removed).toMatchObject({ audit: 0 });
      expect(await store.get('_batches', [old.batchId])).toEqual([undefined]);
      expect((await changesOf(store)).every((change) => Date.parse(change['at'] as string) >= clock.now() - 30 * DAY)).toBe(true);
      expect(await codeOf(records.undoBatch(people.admin, { batchId: old.batchId }))).toBe('undo_period_expired');
      expect(await codeOf(records.undoBatch(people.admin, { batchId: '00000000-0000-4000-8000-000000000000' }))).toBe('batch_not_found');
      expect((await records.undoBatch(people.admin, { batchId: young.batchId })).undone).toHaveLength(1);
      expect(await removeOldHistory({ store, clock, current: () => registry.current() })).toEqual({ changes: 0, undos: 0, audit: 0 });
    });

    it('keeps a change with pending effects, however old', async () => {
      const { records, people, store, registry, clock } = world;
      world.setHooks({ postSave: (module) => (module === 'patients' ? [{ plugin: 'p', name: 'waits', run: async () => undefined }] : []) });
      const { batchId } = await records.create(people.admin, { module: 'patients', fields: { last_name: 'Due' } });
      world.advance(400 * DAY);
      await removeOldHistory({ store, clock, current: () => registry.current() });
      expect((await changesOf(store)).map((change) => change['batch_id'])).toEqual([batchId]);
    });

    it('keeps the audit log forever, unless a setting limits its days', async () => {
      const { records, people, store, registry, clock } = world;
      const { record } = await records.create(people.admin, { module: 'patients', fields: { last_name: 'Kept' } });
      world.advance(11 * DAY);
      await records.update(people.admin, { module: 'patients', id: record._id, fields: { title: 'Dr' } });
      const before = await store.count({ collection: AUDIT_COLLECTION.name, filter: EVERYTHING });
      const publish = (setting: unknown): Promise<unknown> =>
        registry.publish({
          author: undefined,
          changes: [
            {
              kind: 'setting',
              id: 'setting_audit_retention_days',
              definition: {
                id: 'setting_audit_retention_days',
                name: 'Audit days',
                key: 'audit_retention_days',
                setting,
                section: 'general-settings',
              },
            },
          ],
        });
      await publish(0);
      expect((await removeOldHistory({ store, clock, current: () => registry.current() })).audit).toBe(0);
      await publish(10);
      const removed = await removeOldHistory({ store, clock, current: () => registry.current() });
      expect(removed.audit).toBe(before.total - 1);
      expect((await records.audit(people.admin, { recordId: record._id })).data.map((entry) => entry.field)).toEqual(['title']);
      expect((await records.audit(people.admin, {})).total).toBe(1);
    });
  });
}

async function changesOf(store: StorePort): Promise<readonly { readonly [name: string]: unknown }[]> {
  return (await store.find({ collection: CHANGES_COLLECTION.name, filter: EVERYTHING, sort: [], limit: 5000 })).map(
    ({ document }) => document,
  );
}

/** The same store; records in `most` how many changes each read returns. */
function spyOn(store: StorePort, most: number[]): StorePort {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      if (name === 'stream') return undefined;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        const result: unknown = await (member as (...given: readonly unknown[]) => unknown).apply(target, [...args]);
        const collection = typeof args[0] === 'string' ? args[0] : (args[0] as { readonly collection?: string } | undefined)?.collection;
        if (collection === CHANGES_COLLECTION.name && Array.isArray(result)) most.push(result.length);
        return result;
      };
    },
  });
}
