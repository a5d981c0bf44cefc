import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../engine/access/index.ts';
import { AUDIT_COLLECTION, type AuditInput } from '../../../engine/records/index.ts';
import type { JsonObject } from '#engine/model/values';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

/** The audit log: what is stored about saves, and who may read it. */
export function describeAudit(makeStore: MakeStore): void {
  describe('the audit log', () => {
    let world: RecordsEnvironment;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
    });
    afterEach(() => world.setHooks({}));
    afterAll(() => world.close());

    it('writes one entry for a create and one per field for an update, but none for fields that are not audited', async () => {
      const { records, people, store } = world;
      const countRows = async (): Promise<number> =>
        (await store.count({ collection: AUDIT_COLLECTION.name, filter: { kind: 'constant', value: true } })).total;
      const { record, batchId } = await records.create(people.ann, {
        module: 'patients',
        fields: { first_name: 'Amy', last_name: 'Audit' },
      });
      const id = record._id;
      const before = await countRows();
      await records.update(people.ann, {
        module: 'patients',
        id,
        fields: { title: 'Dr', description: 'long', email: [{ email_address: 'a@b.example' }] },
        changeSource: 'mass update',
      });
      // One row holds the entries of a save.
      expect(await countRows()).toBe(before + 1);
      const { data, total } = await records.audit(people.ann, { module: 'patients', recordId: id });
      expect(total).toBe(3);
      expect(data.map((entry) => [entry.field, entry.previous_value, entry.new_value]).reverse()).toEqual([
        [null, null, 'Amy Audit'],
        ['title', null, 'Dr'],
        ['description', null, 'long'],
      ]);
      expect(data.at(-1)).toMatchObject({
        changed_by: people.ann.userId,
        changed_through: null,
        module: 'patients',
        fullModule: 'Patients',
        record_id: id,
        record_name: 'Amy Audit',
        batch_id: batchId,
        changeSource: 'direct record',
      });
      expect(data[0]).toMatchObject({ changeSource: 'mass update' });
      expect(data[0]).not.toHaveProperty('_version');
      const filtered = await records.audit(people.ann, {
        module: 'patients',
        filter: { field: 'title', changed_by: { equals: { $: 'me' } } },
      });
      expect(filtered.data.map((entry) => entry.new_value)).toEqual(['Dr']);
      const sorted = await records.audit(people.ann, {
        module: 'patients',
        recordId: id,
        sort: [{ sortField: 'date_created', sortOrder: 'asc' }],
        limit: 1,
        offset: 1,
      });
      expect(sorted.data.map((entry) => entry.field)).toEqual(['title']);
      expect(await codeOf(records.audit(people.ann, { module: 'patients', filter: { nothing: 1 } }))).toBe('unknown_field');
    });

    it('returns pages of the entries of saves with several fields, with exact totals, for each filter and order', async () => {
      const { records, people, seed } = world;
      const id = await seed('patients', { last_name: 'Paged' });
      for (let number = 0; number < 12; number += 1)
        await records.update(people.admin, {
          module: 'patients',
          id,
          fields: number % 3 === 0 ? { title: `T${number}` } : { title: `T${number}`, description: `D${number}`, diagnosis: `S${number}` },
        });
      const read = async (
        actor: Actor,
        input: Partial<AuditInput>,
      ): Promise<{ readonly lines: readonly string[]; readonly total: number }> => {
        const { data, total } = await records.audit(actor, { module: 'patients', recordId: id, ...input });
        return { lines: data.map(({ field, new_value }) => `${field ?? 'record'} ${JSON.stringify(new_value)}`), total };
      };
      const oldest = { sort: [{ sortField: 'date_created', sortOrder: 'asc' as const }] };
      const all = await read(people.admin, { ...oldest, limit: 1_000 });
      // The creation, four saves of one field, eight of three.
      expect(all).toMatchObject({ total: 29 });
      expect(all.lines).toHaveLength(29);
      expect(new Set(all.lines).size).toBe(29);
      for (const limit of [1, 2, 7, 30]) {
        const paged: string[] = [];
        for (let offset = 0; offset < 29; offset += limit) {
          const page = await read(people.admin, { ...oldest, offset, limit });
          expect(page.total).toBe(29);
          paged.push(...page.lines);
        }
        expect(paged).toEqual(all.lines);
      }
      expect((await read(people.admin, { limit: 1_000 })).lines).toEqual([...all.lines].reverse());
      expect(await read(people.admin, { offset: 29 })).toEqual({ lines: [], total: 29 });
      // A reader who may not read one of the fields.
      const visible = all.lines.filter((line) => !line.startsWith('diagnosis'));
      expect(await read(people.ann, { ...oldest, limit: 1_000 })).toEqual({ lines: visible, total: 21 });
      expect(await read(people.ann, { ...oldest, offset: 5, limit: 4 })).toEqual({ lines: visible.slice(5, 9), total: 21 });
      const ofField = (...names: string[]): readonly string[] => all.lines.filter((line) => names.includes(line.split(' ')[0] ?? ''));
      const filtered = (filter: JsonObject, actor = people.admin): ReturnType<typeof read> =>
        read(actor, { ...oldest, filter, limit: 1_000 });
      expect(await filtered({ field: 'description' })).toEqual({ lines: ofField('description'), total: 8 });
      expect(await filtered({ field: { in: ['diagnosis', 'title'] } })).toEqual({ lines: ofField('title', 'diagnosis'), total: 20 });
      expect(await filtered({ not: { field: 'title' } })).toEqual({ lines: ofField('record', 'description', 'diagnosis'), total: 17 });
      expect(await filtered({ field: { exists: false } })).toEqual({ lines: ofField('record'), total: 1 });
      expect(await filtered({ field: { startsWith: 'd' } })).toEqual({ lines: ofField('description', 'diagnosis'), total: 16 });
      expect(await filtered({ or: [{ field: 'diagnosis' }, { changeSource: 'no such source' }] })).toMatchObject({ total: 8 });
      expect(await filtered({ field: 'diagnosis' }, people.ann)).toEqual({ lines: [], total: 0 });
      const byField = await read(people.admin, { sort: [{ sortField: 'field', sortOrder: 'desc' }], offset: 12, limit: 9 });
      expect(byField.lines.map((line) => line.split(' ')[0])).toEqual([...Array<string>(8).fill('diagnosis'), 'description']);
      const ids = (await records.audit(people.admin, { module: 'patients', recordId: id, limit: 1_000 })).data.map(({ _id }) => _id);
      expect(new Set(ids).size).toBe(29);
      // Entries of one save are told apart by their ids.
      const [newest, second] = ids as [string, string];
      const byId = async (filter: JsonObject, actor = people.admin): Promise<readonly string[]> =>
        (await records.audit(actor, { module: 'patients', filter, limit: 1_000 })).data.map(({ _id }) => _id);
      expect(await byId({ _id: second })).toEqual([second]);
      expect(await byId({ _id: { in: [newest, second, ids.at(-1) ?? ''] } })).toEqual([newest, second, ids.at(-1)]);
      expect(await byId({ and: [{ not: { _id: newest } }, { record_id: id }] })).toEqual(ids.slice(1));
      expect(await byId({ _id: newest.split(':')[0] ?? '' })).toEqual([]);
      const hidden = ids.find((one) => one.endsWith(':diagnosis')) ?? '';
      expect(await byId({ _id: hidden })).toEqual([hidden]);
      expect(await byId({ _id: hidden }, people.ann)).toEqual([]);
    });

    it('finds and sorts entries by record name and change source', async () => {
      const { records, people, seed } = world;
      const first = await seed('patients', { last_name: 'Élodie Namewise' });
      const second = await seed('patients', { last_name: 'Bert Namewise' });
      await records.update(people.admin, { module: 'patients', id: first, fields: { title: 'Dr' }, changeSource: 'Name test' });
      const names = async (filter: JsonObject, sortOrder: 'asc' | 'desc' = 'asc', sortField = 'record_name'): Promise<unknown[]> =>
        (await records.audit(people.admin, { filter, sort: [{ sortField, sortOrder }], limit: 100 })).data.map(
          (entry) => entry.record_name,
        );
      expect(await names({ record_name: { contains: 'namewise' } })).toEqual(['Bert Namewise', 'Élodie Namewise', 'Élodie Namewise']);
      expect(await names({ record_name: { contains: 'namewise' } }, 'desc')).toEqual([
        'Élodie Namewise',
        'Élodie Namewise',
        'Bert Namewise',
      ]);
      expect(await names({ record_name: 'ELODIE namewise', record_id: first })).toHaveLength(2);
      expect(await names({ record_name: 'bert namewise', record_id: first })).toEqual([]);
      expect(await names({ changeSource: 'name TEST' }, 'asc', 'changeSource')).toEqual(['Élodie Namewise']);
      expect(second).not.toBe(first);
    });

    it("limits history to the reader's own access", async () => {
      const { records, people, seed, north, south } = world;
      const system = { kind: 'system' } as const;
      const id = await seed('patients', { last_name: 'Private', teams: [north] });
      const far = await seed('patients', { last_name: 'Far', teams: [south] });
      await records.update(system, { module: 'patients', id, fields: { diagnosis: 'secret', own_note: 'mine', title: 'T' } });
      await records.update(system, { module: 'patients', id: far, fields: { title: 'F' } });
      const fields = async (recordId?: string): Promise<unknown[]> =>
        (await records.audit(people.ann, { module: 'patients', recordId, limit: 100 })).data.map((entry) => entry.field);
      expect((await fields(id)).sort()).toEqual([null, 'title'].sort());
      expect(await fields()).not.toContain('diagnosis');
      expect((await records.audit(people.ann, { module: 'patients', limit: 100 })).data.some((entry) => entry.record_id === far)).toBe(
        false,
      );
      expect(await codeOf(records.audit(people.ann, { module: 'patients', recordId: far }))).toBe('record_not_found');
      expect(await codeOf(records.audit(people.ann, {}))).toBe('admin_only');
      expect(await codeOf(records.audit(people.eve, { module: 'patients' }))).toBe('module_access_denied');
      expect((await records.audit(people.admin, { recordId: id })).data.map((entry) => entry.field).sort()).toEqual(
        ['diagnosis', 'own_note', 'title', null].sort(),
      );
      await records.update(system, { module: 'patients', id, fields: { assigned_to: people.ann.userId } });
      expect(await fields(id)).toContain('own_note');
    });

    it('never writes a sensitive value to the audit log', async () => {
      const { records, people, seed } = world;
      const id = await seed('firms', { name: 'Sensitive', tax_id: 'one-1' });
      await records.update(people.dora, { module: 'firms', id, fields: { tax_id: 'two-2' } }).catch(() => undefined);
      await records.update(people.admin, { module: 'firms', id, fields: { tax_id: 'two-2' } });
      const text = JSON.stringify(await records.audit(people.admin, { module: 'firms', recordId: id }));
      expect(text).toContain('tax_id');
      expect(text).not.toMatch(/one-1|two-2/);
    });

    it('lets only a System Admin add entries about external changes', async () => {
      const { records, people, seed } = world;
      const id = await seed('firms', { name: 'Noted' });
      const entries = [{ module: 'firms', recordId: id, field: 'name', previous_value: 'A', new_value: 'B' }];
      expect(await codeOf(records.addAudit(people.ann, { entries }))).toBe('admin_only');
      expect(await records.addAudit(people.admin, { entries })).toMatchObject([
        { field: 'name', record_name: 'Noted', changed_by: people.admin.userId },
      ]);
      expect((await records.audit(people.admin, { module: 'firms', recordId: id })).total).toBe(2);
    });
  });
}
