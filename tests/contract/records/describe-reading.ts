import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../engine/access/index.ts';
import type { MusterError } from '../../../engine/errors/index.ts';
import type { JsonValue } from '#engine/model/values';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

/** Roles, teams, ownership and field access in every read operation. */
export function describeReading(makeStore: MakeStore): void {
  describe('reading', () => {
    let world: RecordsEnvironment;
    const ids: { [name: string]: string } = {};

    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
      const { seed, north, south, people } = world;
      ids['firmNorth'] = await seed('firms', { name: 'Northern Care', teams: [north], budget: 100.5, tax_id: '12-345', stage: 'active' });
      ids['firmSouth'] = await seed('firms', { name: 'Southern Care', teams: [south], budget: 50 });
      ids['north'] = await seed('patients', {
        first_name: 'Nora',
        last_name: 'Adams',
        teams: [north],
        diagnosis: 'flu',
        own_note: 'hers',
        firms_patients: ids['firmNorth'],
        score: 5,
      });
      ids['south'] = await seed('patients', {
        first_name: 'Sam',
        last_name: 'Brown',
        teams: [south],
        diagnosis: 'cold',
        firms_patients: ids['firmSouth'],
      });
      ids['global'] = await seed('patients', { first_name: 'Gail', last_name: 'Clark', diagnosis: 'none', stage: 'active' });
      ids['annOwn'] = await seed('patients', {
        first_name: 'Olga',
        last_name: 'Davis',
        teams: [],
        assigned_to: people.ann.userId,
        diagnosis: 'x',
        own_note: 'mine',
        score: 7,
      });
      const ofCal = { teams: [], assigned_to: people.cal.userId };
      ids['calOwn'] = await seed('patients', { first_name: 'Carl', last_name: 'Evans', diagnosis: 'y', ...ofCal });
      ids['patOwn'] = await seed('patients', { first_name: 'Pat', last_name: 'Person', teams: [south], related_user: people.pat.userId });
      ids['deleted'] = await seed('patients', { first_name: 'Gone', last_name: 'Zed', teams: [north] });
      await world.records.markDeleted({ kind: 'system' }, { module: 'patients', ids: [ids['deleted']] });
      ids['visitAnn'] = await seed('visits', {
        name: 'One',
        assigned_to: people.ann.userId,
        patients_visits: ids['north'],
        hours: 2,
        about: { module: 'firms', id: ids['firmNorth'] },
      });
      ids['visitPat'] = await seed('visits', {
        name: 'Two',
        patients_visits: ids['patOwn'],
        hours: 3,
        about: { module: 'patients', id: ids['patOwn'] },
      });
    });
    afterAll(() => world.close());

    const list = async (actor: Actor, filter?: JsonValue): Promise<string[]> =>
      (await world.records.find(actor, { module: 'patients', filter, limit: 50 })).data.map((record) => record['last_name'] as string);

    it('shows team records to members, Global records to everyone, and owners their own', async () => {
      expect(await list(world.people.ann)).toEqual(['Adams', 'Clark', 'Davis']);
      expect(await list(world.people.bob)).toEqual(['Brown', 'Clark', 'Person']);
      expect(await list(world.people.cal)).toEqual(['Evans']);
      expect(await list(world.people.admin)).toEqual(['Adams', 'Brown', 'Clark', 'Davis', 'Evans', 'Person']);
    });

    it('opens by id exactly the records that a list shows, for every user and module', async () => {
      const { records, people } = world;
      for (const module of ['patients', 'firms', 'visits', 'users', 'teams']) {
        const { ids: all } = await records.findIds(people.admin, { module });
        expect(all.length).toBeGreaterThan(0);
        for (const actor of Object.values(people)) {
          const listed = await records.findIds(actor, { module }).then(
            (found) => found.ids,
            () => [],
          );
          const opened: string[] = [];
          for (const id of all) if ((await codeOf(records.get(actor, { module, id }))) === 'no error') opened.push(id);
          const own = module === 'users' && actor.userId !== people.ina.userId ? [actor.userId] : [];
          expect([...new Set([...listed, ...own])].sort()).toEqual(opened.sort());
        }
      }
    });

    it('counts only visible records in totals', async () => {
      const page = await world.records.find(world.people.ann, { module: 'patients', limit: 1, offset: 1 });
      expect(page.total).toBe(3);
      expect(page.data.map((record) => record['last_name'])).toEqual(['Clark']);
    });

    it('applies the row rule to Providers, also one on related records', async () => {
      expect(await list(world.people.pat)).toEqual(['Person']);
      const visits = await world.records.find(world.people.pat, { module: 'visits' });
      expect(visits.data.map((record) => record['name'])).toEqual(['Two']);
      expect(await codeOf(world.records.get(world.people.pat, { module: 'visits', id: ids['visitAnn'] ?? '' }))).toBe('record_not_found');
      expect((await world.records.get(world.people.pat, { module: 'visits', id: ids['visitPat'] ?? '' }))['name']).toBe('Two');
    });

    it('returns 404 for a record that is not visible, and rejects modules without access', async () => {
      expect(await codeOf(world.records.get(world.people.ann, { module: 'patients', id: ids['south'] ?? '' }))).toBe('record_not_found');
      expect(await codeOf(world.records.get(world.people.ann, { module: 'patients', id: 'no-such' }))).toBe('record_not_found');
      expect(await codeOf(world.records.get(world.people.eve, { module: 'patients', id: ids['north'] ?? '' }))).toBe(
        'module_access_denied',
      );
      expect(await codeOf(world.records.find(world.people.eve, { module: 'patients' }))).toBe('module_access_denied');
      expect(await codeOf(world.records.find(world.people.ina, { module: 'patients' }))).toBe('module_access_denied');
      expect(await codeOf(world.records.find(world.people.ann, { module: 'nothing' }))).toBe('module_not_found');
    });

    it('omits fields that a role hides, and shows owners their own', async () => {
      const seen = await world.records.get(world.people.ann, { module: 'patients', id: ids['north'] ?? '' });
      expect(seen).not.toHaveProperty('diagnosis');
      expect(seen).not.toHaveProperty('own_note');
      expect(seen['score']).toBe(5);
      const own = await world.records.get(world.people.ann, { module: 'patients', id: ids['annOwn'] ?? '' });
      expect(own['own_note']).toBe('mine');
      expect(own).not.toHaveProperty('diagnosis');
    });

    it('combines roles: the widest read level and the widest write level', async () => {
      const rights = await world.access.rightsOf(world.people.bob.userId);
      expect(rights.field('patients', 'diagnosis')).toEqual({ read: 'all', write: 'none' });
      expect(rights.field('patients', 'own_note')).toEqual({ read: 'owner', write: 'owner' });
      expect(rights.field('patients', 'stage')).toEqual({ read: 'all', write: 'all' });
      expect(rights.module('patients')).toMatchObject({ view: 'All', edit: 'All', delete: 'Owner', create: true });
      expect((await world.records.get(world.people.bob, { module: 'patients', id: ids['south'] ?? '' }))['diagnosis']).toBe('cold');
    });

    it('rejects filtering, sorting, grouping or selecting by a hidden field, whether or not anything would match', async () => {
      const { records, people } = world;
      for (const field of ['diagnosis', 'own_note']) {
        expect(await codeOf(records.find(people.ann, { module: 'patients', filter: { [field]: 'zzz' } }))).toBe('unknown_field');
        expect(
          await codeOf(records.find(people.ann, { module: 'patients', filter: { or: [{ not: { [field]: { exists: true } } }] } })),
        ).toBe('unknown_field');
        expect(await codeOf(records.find(people.ann, { module: 'patients', sort: [{ sortField: field, sortOrder: 'asc' }] }))).toBe(
          'unknown_field',
        );
        expect(
          await codeOf(records.group(people.ann, { module: 'patients', by: [{ field }], measures: [{ name: 'n', kind: 'count' }] })),
        ).toBe('unknown_field');
        expect(await codeOf(records.findIds(people.ann, { module: 'patients', filter: { [field]: 'zzz' } }))).toBe('unknown_field');
      }
      expect(await codeOf(records.find(people.ann, { module: 'patients', fields: ['diagnosis'] }))).toBe('unknown_field');
      expect(await codeOf(records.find(people.ann, { module: 'patients', fields: ['nonsense'] }))).toBe('unknown_field');
      expect(
        await codeOf(records.find(people.ann, { module: 'firms', filter: { firms_patients: { related: { diagnosis: 'flu' } } } })),
      ).toBe('unknown_field');
      expect(await codeOf(records.find(people.cal, { module: 'patients', filter: { diagnosis: 'y' } }))).toBe('no error');
    });

    it('fails with the same error for a hidden field and for one that does not exist', async () => {
      const { records, people } = world;
      const errorOf = async (call: Promise<unknown>, field: string) =>
        call.then(
          () => 'no error',
          (error: MusterError) => JSON.stringify([error.status, error.code, error.message, error.details]).replaceAll(field, 'FIELD'),
        );
      const requests: readonly ((field: string) => Promise<unknown>)[] = [
        (field) => records.find(people.ann, { module: 'patients', filter: { [field]: 'zzz' } }),
        (field) => records.find(people.ann, { module: 'patients', filter: { [field]: { like: 1 } } }),
        (field) => records.find(people.ann, { module: 'patients', filter: { [`${field}.city`]: 'x' } }),
        (field) => records.find(people.ann, { module: 'firms', filter: { firms_patients: { related: { [field]: 'x' } } } }),
        (field) => records.find(people.ann, { module: 'patients', sort: [{ sortField: field, sortOrder: 'asc' }] }),
        (field) => records.find(people.ann, { module: 'patients', fields: [field, 'name'] }),
        (field) => records.find(people.ann, { module: 'patients', populate: [field] }),
        (field) => records.get(people.ann, { module: 'patients', id: ids['north'] ?? '', populate: [field] }),
        (field) => records.related(people.ann, { module: 'patients', id: ids['north'] ?? '', relation: field }),
        (field) => records.nextNumber(people.ann, { module: 'patients', field }),
        (field) => records.group(people.ann, { module: 'patients', by: [{ field }], measures: [{ name: 'n', kind: 'count' }] }),
        (field) =>
          records.group(people.ann, { module: 'patients', by: [{ field: 'stage' }], measures: [{ name: 'n', kind: 'sum', field }] }),
      ];
      for (const request of requests) {
        const hidden = await errorOf(request('diagnosis'), 'diagnosis');
        expect(hidden, request.toString()).toBe(await errorOf(request('nonsense'), 'nonsense'));
        expect(hidden).toMatch(/^\[422,"unknown_field"/);
      }
    });

    it('evaluates related filters on visible records only', async () => {
      const { records, people } = world;
      const firms = async (actor: Actor): Promise<readonly string[]> =>
        (await records.find(actor, { module: 'firms', filter: { firms_patients: { related: { stage: 'open' } } } })).data.map(
          (firm) => firm['name'] as string,
        );
      expect(await firms(people.admin)).toEqual(['Northern Care', 'Southern Care']);
      expect(await firms(people.ann)).toEqual(['Northern Care']);
      expect(await codeOf(records.find(people.cal, { module: 'patients', filter: { firms_patients: { related: { name: 'x' } } } }))).toBe(
        'unknown_field',
      );
    });

    it('removes teams that the requester does not belong to from the filter, with a warning', async () => {
      const { records, people, north, south } = world;
      const found = await records.find(people.ann, { module: 'patients', filter: { teams: { in: [north, south] } } });
      expect(found.data.map((record) => record['last_name'])).toEqual(['Adams']);
      expect(found.warnings).toEqual([
        { code: 'teams_removed', text: 'Teams were set that you do not have access to. They will be removed from search terms' },
      ]);
      const dropped = await records.find(people.ann, { module: 'patients', filter: { teams: south } });
      expect(dropped.total).toBe(3);
      expect((await records.find(people.admin, { module: 'patients', filter: { teams: south } })).warnings).toEqual([]);
    });

    it('shows deleted records only to users who may delete them', async () => {
      const { records, people } = world;
      expect(await codeOf(records.get(people.ann, { module: 'patients', id: ids['deleted'] ?? '' }))).toBe('record_not_found');
      expect((await records.get(people.dora, { module: 'patients', id: ids['deleted'] ?? '' }))['last_name']).toBe('Zed');
      expect(await list(people.dora, { deleted: true })).toEqual(['Zed']);
      expect(await list(people.ann, { deleted: true })).toEqual([]);
      expect(await list(people.dora)).toEqual(['Adams', 'Clark']);
    });

    it('masks sensitive fields and rejects searches by them, unless a role allows it', async () => {
      const { records, people } = world;
      const id = ids['firmNorth'] ?? '';
      expect((await records.get(people.ann, { module: 'firms', id }))['tax_id']).toBe('••••••');
      expect((await records.get(people.dora, { module: 'firms', id }))['tax_id']).toBe('12-345');
      expect(await codeOf(records.find(people.ann, { module: 'firms', filter: { tax_id: '12-345' } }))).toBe('unknown_field');
      expect((await records.find(people.dora, { module: 'firms', filter: { tax_id: { exists: true } } })).total).toBe(1);
    });

    it('populates relates by visibility: open, name only, or hidden', async () => {
      const { records, people } = world;
      const north = await records.get(people.ann, { module: 'patients', id: ids['north'] ?? '', populate: ['firms_patients'] });
      expect(north['firms_patients']).toEqual({ _id: ids['firmNorth'], module: 'firms', name: 'Northern Care', open: true });
      const south = await records.get(people.bob, { module: 'patients', id: ids['south'] ?? '', populate: true });
      expect(south['firms_patients']).toMatchObject({ name: 'Southern Care', open: true });
      expect(south['teams']).toEqual([{ _id: world.south, module: 'teams', name: 'South', open: false }]);
      await world.seed('patients', { last_name: 'Linked', teams: [world.south], firms_patients: ids['firmNorth'] ?? '' });
      const [linked] = (
        await records.find(people.bob, { module: 'patients', filter: { last_name: 'linked' }, populate: ['firms_patients'] })
      ).data;
      expect(linked?.['firms_patients']).toEqual({ _id: ids['firmNorth'], module: 'firms', name: 'Northern Care', open: false });
      const own = await records.get(people.cal, { module: 'patients', id: ids['calOwn'] ?? '', populate: true });
      expect(own['assigned_to']).toMatchObject({ name: 'cal Person', open: true });
      await records.update(
        { kind: 'system' },
        { module: 'patients', id: ids['calOwn'] ?? '', fields: { firms_patients: ids['firmNorth'] ?? '' } },
      );
      const hidden = await records.get(people.cal, { module: 'patients', id: ids['calOwn'] ?? '', populate: true });
      expect(hidden['firms_patients']).toEqual({ _id: ids['firmNorth'], module: 'firms', hidden: true });
      expect(
        await codeOf(records.find(people.cal, { module: 'patients', sort: [{ sortField: 'firms_patients', sortOrder: 'asc' }] })),
      ).toBe('unknown_field');
      expect(
        await codeOf(records.find(people.ann, { module: 'patients', sort: [{ sortField: 'firms_patients', sortOrder: 'asc' }] })),
      ).toBe('no error');
    });

    it('lists related records if both ends are visible', async () => {
      const { records, people } = world;
      const patients = await records.related(people.ann, { module: 'firms', id: ids['firmNorth'] ?? '', relation: 'firms_patients' });
      expect(patients.module).toBe('patients');
      expect(patients.data.map((record) => record['last_name'])).toEqual(['Adams']);
      expect(patients.data[0]).not.toHaveProperty('diagnosis');
      const visits = await records.related(people.ann, { module: 'patients', id: ids['north'] ?? '', relation: 'patients_visits' });
      expect(visits.data.map((record) => record['name'])).toEqual(['One']);
      const firm = await records.related(people.ann, { module: 'patients', id: ids['north'] ?? '', relation: 'firms_patients' });
      expect(firm.data.map((record) => record['name'])).toEqual(['Northern Care']);
      const about = await records.related(people.ann, { module: 'firms', id: ids['firmNorth'] ?? '', relation: 'visits_about' });
      expect(about.data.map((record) => record['name'])).toEqual(['One']);
      expect(await codeOf(records.related(people.bob, { module: 'firms', id: ids['firmNorth'] ?? '', relation: 'firms_patients' }))).toBe(
        'record_not_found',
      );
      expect(await codeOf(records.related(people.dora, { module: 'patients', id: ids['north'] ?? '', relation: 'patients_visits' }))).toBe(
        'module_access_denied',
      );
      expect(await codeOf(records.related(people.ann, { module: 'firms', id: ids['firmNorth'] ?? '', relation: 'nothing' }))).toBe(
        'unknown_field',
      );
    });

    it('finds search terms in visible fields, best match first', async () => {
      const { records, people, seed } = world;
      for (const name of ['Quill Marsh', 'Quill', 'Anna Quill', 'Tranquill Bay', 'Quillon']) await seed('firms', { name });
      const names = async (terms: string, offset = 0, limit = 10): Promise<readonly unknown[]> =>
        (await records.find(people.ann, { module: 'firms', terms, offset, limit })).data.map((firm) => firm['name']);
      expect(await names('quill')).toEqual(['Quill', 'Quill Marsh', 'Quillon', 'Anna Quill', 'Tranquill Bay']);
      expect(await names('quill', 2, 2)).toEqual(['Quillon', 'Anna Quill']);
      expect(await names('quill', 4, 2)).toEqual(['Tranquill Bay']);
      expect(await names('QUILL anna')).toEqual(['Anna Quill']);
      expect(await names('southern')).toEqual([]);
      expect((await records.find(people.ann, { module: 'firms', terms: 'quill', limit: 2 })).total).toBe(5);
    });

    it('shows the names of users, teams and roles to all staff, and nothing else of them', async () => {
      const { records, people } = world;
      const seen = await records.get(people.eve, { module: 'users', id: people.ann.userId });
      expect(Object.keys(seen).sort()).toEqual(['_id', '_version', 'name']);
      expect((await records.find(people.eve, { module: 'teams' })).data.map((team) => team['name'])).toEqual(['Global', 'North', 'South']);
      expect(await codeOf(records.find(people.eve, { module: 'users', filter: { email: { contains: 'ann' } } }))).toBe('unknown_field');
      expect(await codeOf(records.find(people.pat, { module: 'users' }))).toBe('module_access_denied');
      expect((await records.get(people.eve, { module: 'users', id: people.eve.userId }))['email']).toBe('eve@practice.example');
      expect((await records.get(people.pat, { module: 'users', id: people.pat.userId }))['email']).toBe('pat@practice.example');
    });

    it('streams all matching records to users who may export', async () => {
      const { records, people } = world;
      const names: unknown[] = [];
      for await (const firm of records.stream(people.ann, {
        module: 'firms',
        filter: { name: { startsWith: 'quill' } },
        fields: ['name', 'tax_id'],
      }))
        names.push(firm);
      expect(names).toHaveLength(3);
      expect(Object.keys(names[0] as object)).toEqual(['_id', '_version', 'name']);
      expect(
        await codeOf(
          (async () => {
            for await (const _record of records.stream(people.ann, { module: 'patients' })) return;
          })(),
        ),
      ).toBe('action_not_allowed');
    });

    it('limits favourites and recent records to those that are still visible', async () => {
      const { records, people } = world;
      const id = ids['north'] ?? '';
      expect(await codeOf(records.setFavorite(people.bob, { module: 'patients', id, favorite: true }))).toBe('record_not_found');
      expect(await records.setFavorite(people.ann, { module: 'patients', id, favorite: true })).toEqual({ favorite: true });
      await records.setFavorite(people.ann, { module: 'patients', id, favorite: true });
      await records.addRecent(people.ann, { module: 'patients', id });
      await records.addRecent(people.ann, { module: 'firms', id: ids['firmNorth'] ?? '' });
      await records.addRecent(people.ann, { module: 'patients', id });
      const [favorite] = await records.favorites(people.ann, { module: 'patients' });
      expect(favorite?.record['last_name']).toBe('Adams');
      expect(favorite?.record).not.toHaveProperty('diagnosis');
      expect((await records.recents(people.ann)).map((link) => link.name)).toEqual(['Nora Adams', 'Northern Care']);
      await records.update({ kind: 'system' }, { module: 'patients', id, fields: { teams: [world.south] } });
      expect(await records.favorites(people.ann, {})).toEqual([]);
      expect((await records.recents(people.ann)).map((link) => link.name)).toEqual(['Northern Care']);
      await records.update({ kind: 'system' }, { module: 'patients', id, fields: { teams: [world.north] } });
      expect(await records.setFavorite(people.ann, { module: 'patients', id, favorite: false })).toEqual({ favorite: false });
      expect(await records.favorites(people.ann, {})).toEqual([]);
    });

    it('applies a change of teams or roles on the next request', async () => {
      const { records, people, south, north } = world;
      const fields = { teams: [south, north] };
      await records.update(people.admin, { module: 'users', id: people.bob.userId, fields });
      expect(await list(people.bob)).toContain('Adams');
      await records.update(people.admin, { module: 'users', id: people.bob.userId, fields: { teams: [south] } });
      expect(await list(people.bob)).not.toContain('Adams');
      await records.update(people.admin, { module: 'users', id: people.bob.userId, fields: { active: false } });
      expect(await codeOf(records.find(people.bob, { module: 'patients' }))).toBe('module_access_denied');
      await records.update(people.admin, { module: 'users', id: people.bob.userId, fields: { active: true } });
    });
  });
}
