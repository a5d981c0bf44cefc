import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAesCipher } from '../../../engine/adapters/aes-cipher/index.ts';
import type { Actor } from '../../../engine/access/index.ts';
import {
  CHANGES_COLLECTION,
  MASK,
  NO_HOOKS,
  SENSITIVE_READ_SOURCE,
  encryptPlaintextValues,
  type VisibleRecord,
} from '../../../engine/records/index.ts';
import type { StorePort } from '../../../engine/ports/index.ts';
import type { ModuleDefinition } from '#engine/model/definitions';
import {
  codeOf,
  createRecordsEnvironment,
  startEngine,
  TEST_SECRET,
  type Engine,
  type MakeStore,
  type RecordsEnvironment,
} from './records-environment.ts';

/** Everything that a store wrote, as one text: the bytes of its files, or its raw documents. */
export type ReadRaw = (store: StorePort) => Promise<string>;

const NEW_SECRET = 'the-next-secret-of-tests-long-enough-0123456789';
const FIRST = '987-65-4320';
const SECOND = '876-54-3219';

/**
 * Sensitive fields: encrypted in everything that the store writes, masked in every operation, read in plaintext with an
 * entry in the audit log.
 */
export function describeSensitive(makeStore: MakeStore, readRaw: ReadRaw): void {
  describe('sensitive fields', () => {
    let world: RecordsEnvironment;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
    });
    afterEach(() => world.setHooks({}));
    afterAll(() => world.close());

    const make = async (name: string, taxId = FIRST): Promise<string> => world.seed('firms', { name, tax_id: taxId });
    const readings = async (id: string): Promise<readonly unknown[]> =>
      (await world.records.audit(world.people.admin, { recordId: id, limit: 100 })).data
        .filter((entry) => entry.changeSource === SENSITIVE_READ_SOURCE)
        .map((entry) => [entry.changed_by, entry.module, entry.field, entry.previous_value, entry.new_value]);

    it('are encrypted in everything that is written: record, keys, changes, audit, effects and idempotency records', async () => {
      const { records, people, store } = world;
      world.setHooks({ postSave: (module) => (module === 'firms' ? [{ plugin: 'p', name: 'waits', run: async () => undefined }] : []) });
      const key = { key: 'k', path: '/api/firms', bodyDigest: 'd' };
      const made = await records.create(people.admin, { module: 'firms', fields: { name: 'Sealed', tax_id: FIRST }, idempotency: key });
      const id = made.record._id;
      expect(made.record['tax_id']).toBe(FIRST);
      await records.update(people.admin, { module: 'firms', id, fields: { tax_id: SECOND } });
      await records.markDeleted(people.admin, { module: 'firms', ids: [id] });
      await records.deleteForever(people.admin, { module: 'firms', ids: [id] });
      const other = await make('Undone');
      const { batchId } = await records.update(people.admin, { module: 'firms', id: other, fields: { tax_id: SECOND } });
      expect((await records.undoBatch(people.admin, { batchId })).left).toEqual([]);
      expect((await records.get(people.admin, { module: 'firms', id: other }))['tax_id']).toBe(FIRST);
      await records.addAudit(people.admin, {
        entries: [{ module: 'firms', recordId: other, field: 'tax_id', previous_value: FIRST, new_value: SECOND }],
      });
      expect(
        await records.create(people.admin, { module: 'firms', fields: { name: 'Sealed', tax_id: FIRST }, idempotency: key }),
      ).toMatchObject({ replayed: true, record: { _id: id, tax_id: FIRST } });
      expect(await codeOf(records.create(people.admin, { module: 'firms', fields: {}, idempotency: { ...key, bodyDigest: 'e' } }))).toBe(
        'idempotency_conflict',
      );
      const raw = await readRaw(store);
      expect(raw).toContain('muster-seal:1:');
      expect(raw).toContain('Undone');
      for (const clear of [FIRST, SECOND, '987654320', '876543219']) expect(raw).not.toContain(clear);
    });

    it('cannot be guessed from the stored digest of a short body', async () => {
      const { records, people, store } = world;
      const keyOf = (bodyDigest: string): { readonly key: string; readonly path: string; readonly bodyDigest: string } => ({
        key: bodyDigest,
        path: '/api/firms',
        bodyDigest,
      });
      const ids = [await make('One'), await make('Two')] as const;
      await records.updateMany(people.admin, { module: 'firms', ids, fields: { tax_id: SECOND }, idempotency: keyOf('digest-of-many') });
      const merge = {
        module: 'firms',
        primaryId: ids[0],
        duplicateIds: [ids[1]],
        fields: { tax_id: FIRST },
        idempotency: keyOf('digest-of-merge'),
      };
      const { batchId } = await records.merge(people.admin, merge);
      expect((await records.merge(people.admin, merge)).batchId).toBe(batchId);
      const raw = await readRaw(store);
      for (const digest of ['digest-of-many', 'digest-of-merge']) expect(raw).not.toContain(digest);
    });

    it('are in plaintext for hooks and for effects', async () => {
      const { records, people, store } = world;
      const id = await make('Hooked');
      const seen: unknown[] = [];
      world.setHooks({
        preSave: (module) =>
          module === 'firms'
            ? [
                {
                  plugin: 'p',
                  name: 't',
                  run: async ({ event, draft, unit }) =>
                    void seen.push(
                      event.before?.['tax_id'],
                      draft['tax_id'],
                      (await unit.get('firms', id))?.['tax_id'],
                      (await unit.find('firms', { _id: id }))[0]?.['tax_id'],
                    ),
                },
              ]
            : [],
      });
      await records.update(people.admin, { module: 'firms', id, fields: { tax_id: SECOND } });
      expect(seen).toEqual([FIRST, SECOND, FIRST, FIRST]);
      const [change] = await store.find({
        collection: CHANGES_COLLECTION.name,
        filter: { kind: 'constant', value: true },
        sort: [{ kind: 'id', descending: true }],
        limit: 1,
      });
      expect(change?.document['before']).toEqual({ tax_id: expect.stringContaining('muster-seal:1:') as string });
    });

    it('are masked in every operation for users whose roles do not allow plaintext', async () => {
      const { records, people } = world;
      const id = await make('Masked');
      const patient = await world.seed('patients', { last_name: 'Of masked', firms_patients: id });
      const { ann } = people;
      const shown: VisibleRecord[] = [
        await records.get(ann, { module: 'firms', id }),
        ...(await records.find(ann, { module: 'firms', filter: { _id: id }, fields: ['name', 'tax_id'] })).data,
      ];
      shown.push(...(await records.related(ann, { module: 'patients', id: patient, relation: 'firms_patients' })).data);
      await records.setFavorite(ann, { module: 'firms', id, favorite: true });
      shown.push(...(await records.favorites(ann, { module: 'firms' })).map((one) => one.record));
      for await (const record of records.stream(ann, { module: 'firms', filter: { _id: id } })) shown.push(record);
      expect(shown.map((record) => record['tax_id'])).toEqual(shown.map(() => MASK));
      expect(shown).toHaveLength(5);
      const saved = await records
        .update(ann, { module: 'firms', id, fields: { budget: 12, tax_id: MASK } })
        .catch((error: { readonly code: string }) => error.code);
      if (typeof saved !== 'string') expect(saved.record['tax_id']).toBe(MASK);
      expect((await records.get(people.dora, { module: 'firms', id }))['tax_id']).toBe(FIRST);
      expect((await readings(id)).filter((entry) => (entry as readonly unknown[])[0] === ann.userId)).toEqual([]);
    });

    it('can be searched by presence only', async () => {
      const { records, people } = world;
      const id = await make('Found');
      const empty = await world.seed('firms', { name: 'Not found' });
      for (const actor of [people.dora, people.admin]) {
        const ids = async (exists: boolean): Promise<readonly string[]> =>
          (await records.findIds(actor, { module: 'firms', filter: { tax_id: { exists } } })).ids;
        expect(await ids(true)).toContain(id);
        expect(await ids(true)).not.toContain(empty);
        expect(await ids(false)).toContain(empty);
        const refused = [FIRST, { equals: FIRST }, { in: [FIRST] }, { contains: '98' }, { startsWith: '98' }, { range: { gte: '9' } }];
        for (const tax_id of refused)
          expect(await codeOf(records.find(actor, { module: 'firms', filter: { tax_id } }))).toBe('filter_invalid');
        expect(await codeOf(records.find(actor, { module: 'firms', sort: [{ sortField: 'tax_id', sortOrder: 'asc' }] }))).toBe(
          'sort_invalid',
        );
        expect(
          await codeOf(records.group(actor, { module: 'firms', by: [{ field: 'tax_id' }], measures: [{ name: 'n', kind: 'count' }] })),
        ).toBe('group_invalid');
        expect((await records.find(actor, { module: 'firms', terms: FIRST })).total).toBe(0);
      }
      for (const filter of [{ tax_id: FIRST }, { tax_id: { exists: true } }])
        expect(await codeOf(records.find(people.ann, { module: 'firms', filter }))).toBe('unknown_field');
      await records.update(people.admin, { module: 'firms', id, fields: { tax_id: null } });
      expect((await records.findIds(people.admin, { module: 'firms', filter: { tax_id: { exists: false } } })).ids).toContain(id);
    });

    it('are audited with user, time, record and field at each read in plaintext', async () => {
      const { records, people } = world;
      const [one, two, empty] = [await make('Read one'), await make('Read two'), await world.seed('firms', { name: 'Read none' })];
      const { dora } = people;
      const entry = [dora.userId, 'firms', 'tax_id', null, null];
      await records.get(dora, { module: 'firms', id: one });
      expect(await readings(one)).toEqual([entry]);
      await records.find(dora, { module: 'firms', filter: { _id: { in: [one, two, empty] } } });
      await records.find(dora, { module: 'firms', filter: { _id: { in: [one, two] } }, fields: ['name'] });
      expect([await readings(one), await readings(two), await readings(empty)]).toEqual([[entry, entry], [entry], []]);
      for await (const record of records.stream(people.admin, { module: 'firms', filter: { _id: two } }))
        expect(record['tax_id']).toBe(FIRST);
      expect(await readings(two)).toHaveLength(2);
      await records.setFavorite(dora, { module: 'firms', id: two, favorite: true });
      await records.favorites(dora, {});
      expect(await readings(two)).toHaveLength(3);
      const saved = await records.update(people.admin, { module: 'firms', id: two, fields: { budget: 12 } });
      expect(saved.record['tax_id']).toBe(FIRST);
      expect((await readings(two)).filter((found) => (found as readonly unknown[])[0] === people.admin.userId)).toHaveLength(2);
      await records.get({ kind: 'system' }, { module: 'firms', id: two });
      expect(await readings(two)).toHaveLength(4);
      const [stored] = (await records.audit(people.admin, { recordId: one, limit: 1 })).data;
      expect(stored).toMatchObject({ fullField: 'Tax id', record_name: 'Read one', changeSource: SENSITIVE_READ_SOURCE });
      expect(stored?.date_created).toMatch(/^\d{4}-\d\d-\d\dT/);
    });

    it('are replayed with the current rights', async () => {
      const { records, people, seed } = world;
      const actor = {
        kind: 'user',
        userId: await seed('users', { email: 'turned@practice.example', first_name: 'T', last_name: 'P', userType: 'System Admin' }),
      } satisfies Actor;
      const idempotency = { key: 'turned', path: '/api/firms', bodyDigest: 'd' };
      const made = await records.create(actor, {
        module: 'firms',
        fields: { name: 'Turned', tax_id: FIRST, teams: [world.north] },
        idempotency,
      });
      expect(made.record['tax_id']).toBe(FIRST);
      await records.update(people.admin, {
        module: 'users',
        id: actor.userId,
        fields: { userType: 'Standard', roles: ['role_worker'], teams: [world.north] },
      });
      const again = await records.create(actor, {
        module: 'firms',
        fields: { name: 'Turned', tax_id: FIRST, teams: [world.north] },
        idempotency,
      });
      expect(again).toMatchObject({ replayed: true, record: { _id: made.record._id, tax_id: MASK } });
    });

    it('are encrypted in records from before the field was sensitive', async () => {
      const { records, people, registry, store, access, seed } = world;
      const HIDDEN = 'Hidden-4711 text';
      const old = await seed('firms', { name: 'Older', description: HIDDEN });
      const empty = await seed('firms', { name: 'Older, empty' });
      expect((await records.find(people.admin, { module: 'firms', filter: { description: { contains: '4711' } } })).total).toBe(1);
      const firms = structuredClone(registry.current().modules.get('firms')?.definition) as ModuleDefinition;
      const publish = (sensitive: boolean): Promise<unknown> => {
        const field = {
          id: registry.current().modules.get('firms')?.fields.get('description')?.id ?? '',
          fieldName: 'description',
          label: 'Description',
          inputType: 'TextArea' as const,
          ...(sensitive ? { sensitive } : {}),
        };
        return registry.publish({
          author: undefined,
          changes: [
            {
              kind: 'module',
              id: 'firms',
              definition: { ...firms, fields: [...firms.fields.filter(({ fieldName }) => fieldName !== 'description'), field] },
            },
          ],
        });
      };
      const collection = registry.current().modules.get('firms')?.storage.name ?? '';
      const key = registry.current().modules.get('firms')?.fields.get('description')?.keys[0];
      // A query that never ran before, so that no cached result replaces the stored data.
      const inKeys = async (text: string): Promise<readonly string[]> =>
        store.findIds({
          collection,
          filter: key === undefined ? { kind: 'constant', value: true } : { kind: 'startsWith', key, text },
          sort: [],
          limit: 10,
        });
      expect(await inKeys('hidden-4')).toEqual([old]);
      await publish(true);
      expect((await records.get(people.admin, { module: 'firms', id: old }))['description']).toBe(HIDDEN);
      expect((await records.get(people.ann, { module: 'firms', id: old }))['description']).toBe(MASK);
      expect(await encryptPlaintextValues({ store, access, cipher: createAesCipher({ secret: TEST_SECRET }) })).toBe(1);
      expect(await inKeys('hidden-47')).toEqual([]);
      const [stored] = await store.get(collection, [old]);
      expect(stored?.document).toMatchObject({ description: expect.stringContaining('muster-seal:1:') as string, _version: 2 });
      expect((await records.get(people.admin, { module: 'firms', id: old }))['description']).toBe(HIDDEN);
      const { ids } = await records.findIds(people.admin, { module: 'firms', filter: { description: { exists: true } } });
      expect([ids.includes(old), ids.includes(empty)]).toEqual([true, false]);
      expect(await encryptPlaintextValues({ store, access, cipher: createAesCipher({ secret: TEST_SECRET }) })).toBe(0);
      expect(await codeOf(publish(false))).toBe('definition_invalid');
    });

    it('are read with the previous secret, and encrypted again at the next save', async () => {
      const { people, store } = world;
      const id = await make('Turned key');
      const engine = (secret: string, previousSecret?: string): Promise<Engine> =>
        startEngine(store, NO_HOOKS, undefined, createAesCipher({ secret, previousSecret }));
      const stored = async (): Promise<unknown> =>
        (await store.get(world.registry.current().modules.get('firms')?.storage.name ?? '', [id]))[0]?.document['tax_id'];
      const before = await stored();
      const turned = await engine(NEW_SECRET, TEST_SECRET);
      expect((await turned.records.get(people.admin, { module: 'firms', id }))['tax_id']).toBe(FIRST);
      expect(await stored()).toBe(before);
      const { batchId } = await turned.records.update(people.admin, { module: 'firms', id, fields: { budget: 12 } });
      expect(await stored()).not.toBe(before);
      const later = await engine(NEW_SECRET);
      expect((await later.records.get(people.admin, { module: 'firms', id }))['tax_id']).toBe(FIRST);
      // Without its secret a value is neither shown nor lost.
      const lost = await world.records.get(people.admin, { module: 'firms', id });
      expect(lost['tax_id']).toBe(MASK);
      const unchanged = await stored();
      await world.records.update(people.admin, { module: 'firms', id, fields: { ...lost, budget: 13 } });
      expect(await stored()).toBe(unchanged);
      expect(await later.records.get(people.admin, { module: 'firms', id })).toMatchObject({ tax_id: FIRST, budget: 13 });
      expect((await turned.records.undoBatch(people.admin, { batchId })).left).toHaveLength(1);
    });
  });
}
