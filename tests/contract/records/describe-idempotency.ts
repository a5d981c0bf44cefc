import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpiredIdempotencyRecords } from '../../../engine/records/index.ts';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

/** Saves with an idempotency key. */
export function describeIdempotency(makeStore: MakeStore): void {
  describe('writing', () => {
    let world: RecordsEnvironment;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
    });
    afterAll(() => world.close());

    it('replays an idempotency key for a day, and rejects it with another body', async () => {
      const { records, people } = world;
      const call = (digest: string, key = 'k1'): ReturnType<RecordsEnvironment['records']['create']> =>
        records.create(people.ann, {
          module: 'patients',
          fields: { last_name: 'Once' },
          idempotency: { key, path: '/api/patients', bodyDigest: digest },
        });
      const [first, second] = await Promise.all([call('a'), call('a')]);
      expect(second.record._id).toBe(first.record._id);
      expect([first.replayed === true, second.replayed === true].sort()).toEqual([false, true]);
      const third = await call('a');
      expect(third).toEqual({ ...first, replayed: true });
      expect(await codeOf(call('b'))).toBe('idempotency_conflict');
      expect((await call('b', 'k2')).record._id).not.toBe(first.record._id);
      world.advance(25 * 3_600_000);
      const later = await call('b');
      expect(later.record._id).not.toBe(first.record._id);
      expect((await records.find(people.ann, { module: 'patients', filter: { last_name: 'once' } })).total).toBe(3);
      const bulk = (): Promise<unknown> =>
        records.updateMany(people.ann, {
          module: 'patients',
          ids: [later.record._id],
          fields: { title: 'Bulk' },
          idempotency: { key: 'b1', path: '/api/patients/many', bodyDigest: 'x' },
        });
      expect(await bulk()).toEqual(await bulk());
      expect(await records.get(people.ann, { module: 'patients', id: later.record._id })).toMatchObject({ _version: 2 });
    });

    it('returns the same result if a key is repeated while its first save is running', async () => {
      const { records, people, setHooks } = world;
      const create = (): ReturnType<RecordsEnvironment['records']['create']> =>
        records.create(people.ann, {
          module: 'patients',
          fields: { last_name: 'Between' },
          idempotency: { key: 'between', path: '/api/patients', bodyDigest: 'x' },
        });
      const bulk = (): ReturnType<RecordsEnvironment['records']['createMany']> =>
        records.createMany(people.ann, {
          module: 'patients',
          records: [{ last_name: 'Between' }],
          idempotency: { key: 'between-many', path: '/api/patients/many', bodyDigest: 'x' },
        });
      for (const [call, expected] of [
        [create, 1],
        [bulk, 2],
      ] as const) {
        let between: Promise<unknown> | undefined;
        // The outer save has already checked that its key is new.
        const preSave = async (): Promise<void> => {
          if (between !== undefined) return;
          await (between = call());
        };
        setHooks({ preSave: (module) => (module === 'patients' ? [{ name: 'meanwhile', plugin: 'meanwhile', run: preSave }] : []) });
        const outer = await call().finally(() => setHooks({}));
        const inner = (await between) as object;
        expect({ ...outer, replayed: undefined }).toEqual({ ...inner, replayed: undefined });
        expect((await records.find(people.ann, { module: 'patients', filter: { last_name: 'between' } })).total).toBe(expected);
      }
    });

    it('removes idempotency records after a day, and not before', async () => {
      const { records, people, store } = world;
      const key = (name: string): { readonly key: string; readonly path: string; readonly bodyDigest: string } => ({
        key: name,
        path: '/api/patients',
        bodyDigest: 'x',
      });
      await removeExpiredIdempotencyRecords({ store, clock: { now: () => Number.MAX_SAFE_INTEGER } });
      await records.create(people.ann, { module: 'patients', fields: { last_name: 'Old key' }, idempotency: key('old') });
      world.advance(24 * 3_600_000 - 60_000);
      const young = await records.create(people.ann, { module: 'patients', fields: { last_name: 'Young key' }, idempotency: key('young') });
      const now = Date.parse(young.record['createdAt'] as string);
      expect(await removeExpiredIdempotencyRecords({ store, clock: { now: () => now } })).toBe(0);
      expect(await removeExpiredIdempotencyRecords({ store, clock: { now: () => now + 120_000 } })).toBe(1);
      expect(
        (await records.create(people.ann, { module: 'patients', fields: { last_name: 'Young key' }, idempotency: key('young') })).replayed,
      ).toBe(true);
    });
  });
}
