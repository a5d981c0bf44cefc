import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MusterError } from '../../../engine/errors/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { codeOf, createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

async function detailsOf(call: Promise<unknown>): Promise<readonly string[]> {
  try {
    await call;
    return [];
  } catch (error) {
    if (error instanceof MusterError) return error.details.map((detail) => `${detail.field}: ${detail.code}`);
    throw error;
  }
}

/** Create, update and delete: rights, normalisation, validation, versions. */
export function describeWriting(makeStore: MakeStore): void {
  describe('writing', () => {
    let world: RecordsEnvironment;
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
    });
    afterAll(() => world.close());

    const create = (fields: JsonObject, actor = world.people.ann): ReturnType<RecordsEnvironment['records']['create']> =>
      world.records.create(actor, { module: 'patients', fields });
    const update = (id: string, fields: JsonObject, actor = world.people.ann): ReturnType<RecordsEnvironment['records']['update']> =>
      world.records.update(actor, { module: 'patients', id, fields });

    it('normalises, fills defaults and numbers, and derives the name of a person', async () => {
      const { record, batchId, warnings } = await create({ first_name: ' Ida ', last_name: 'Frost', mobile_phone: '(305) 555-0100' });
      expect(record).toMatchObject({
        _version: 1,
        name: 'Ida Frost',
        first_name: 'Ida',
        mobile_phone: '3055550100',
        stage: 'open',
        teams: [GLOBAL_TEAM_ID],
        deleted: false,
        created_by: world.people.ann.userId,
        modified_by: world.people.ann.userId,
      });
      expect(record['createdAt']).toMatch(/^2026-03-10T15:/);
      expect(typeof record['code']).toBe('number');
      expect(record).not.toHaveProperty('diagnosis');
      expect(batchId).toMatch(/^[0-9a-f-]{36}$/);
      expect(warnings).toEqual([]);
      const second = await create({ last_name: 'Frost' });
      expect(Number(second.record['code'])).toBeGreaterThan(Number(record['code']));
      expect(second.record['name']).toBe('Frost');
      const renamed = await update(record._id, { last_name: 'Snow' });
      expect(renamed.record).toMatchObject({ _version: 2, name: 'Ida Snow' });
      const named = await update(record._id, { name: 'Queen Ida' });
      expect((await update(named.record._id, { last_name: 'Ice' })).record['name']).toBe('Queen Ida');
    });

    it('hides a record without teams from all but its owner, and returns only its id and version if it is not visible', async () => {
      const gone = await create({ last_name: 'Hidden', teams: [] });
      expect(gone.record).toEqual({ _id: gone.record._id, _version: 1 });
      const existing = await create({ last_name: 'Mine', teams: [], assigned_to: world.people.ann.userId });
      expect(existing.record['last_name']).toBe('Mine');
      const given = await update(existing.record._id, { assigned_to: world.people.bob.userId });
      expect(given.record).toEqual({ _id: existing.record._id, _version: 2 });
      expect(await codeOf(update(existing.record._id, { last_name: 'Again' }))).toBe('record_not_found');
    });

    it('reports all problems at once and writes nothing', async () => {
      const before = (await world.records.find(world.people.admin, { module: 'patients' })).total;
      const fields: JsonObject = {
        stage: 'nonsense',
        mobile_phone: 'x',
        assigned_to: 'nobody',
        firms_patients: world.people.ann.userId,
        unknown: 1,
        'a.b': 1,
        $set: {},
        _id: 'mine',
        _version: 3,
        email_addresses: [{ email_address: 'no' }],
        extra: { $where: 1 },
        current_address: { zip: 'ABC', moon: 1 },
      };
      const details = await detailsOf(create(fields, world.people.admin));
      for (const expected of [
        '_id: not_accepted',
        '_version: not_accepted',
        'unknown: unknown_field',
        'a.b: unknown_field',
        '$set: unknown_field',
        'last_name: required',
        'assigned_to: record_not_found',
        'firms_patients: record_not_found',
        'extra: refused_name',
      ]) {
        expect(details).toContain(expected);
      }
      expect(details.some((detail) => detail.startsWith('stage: '))).toBe(true);
      expect(details.some((detail) => detail.startsWith('mobile_phone: '))).toBe(true);
      expect(details.some((detail) => detail.startsWith('email_addresses'))).toBe(true);
      expect((await world.records.find(world.people.admin, { module: 'patients' })).total).toBe(before);
    });

    it('rejects field names that would reach a prototype', async () => {
      const fields = JSON.parse('{"last_name":"X","__proto__":{"admin":true},"constructor":{"prototype":1}}') as JsonObject;
      expect(await detailsOf(create(fields))).toEqual(['__proto__: unknown_field', 'constructor: unknown_field']);
    });

    it('requires a field only while its trigger shows it', async () => {
      const { record } = await create({ last_name: 'Dependent', assigned_to: world.people.ann.userId });
      expect(await detailsOf(update(record._id, { stage: 'closed' }))).toEqual(['reason: required']);
      const closed = await update(record._id, { stage: 'closed', reason: 'done' });
      expect(closed.record['reason']).toBe('done');
      expect(await detailsOf(update(record._id, { reason: null }))).toEqual(['reason: required']);
      const open = await update(record._id, { stage: 'open' });
      expect(open.record['reason']).toBe('done');
    });

    it('merges by field: absent is unchanged, null clears, objects are replaced as a whole', async () => {
      const { record } = await create({
        last_name: 'Merge',
        title: 'Dr',
        current_address: { street: '1 Main St', city: 'Miami', state: 'FL', zip: '33101' },
        extra: { a: 1, b: 2 },
      });
      const changed = await update(record._id, { title: null, current_address: { city: 'Tampa' }, extra: { b: 3 } });
      expect(changed.record).not.toHaveProperty('title');
      expect(changed.record).toMatchObject({ last_name: 'Merge', current_address: { city: 'Tampa' }, extra: { b: 3 } });
      expect(changed.record['current_address']).not.toHaveProperty('street');
      const same = await update(record._id, { ...(changed.record as JsonObject) });
      expect(same.record['_version']).toBe(changed.record['_version']);
    });

    it('ignores fields that may not be written if they are unchanged, and rejects changes to them', async () => {
      const { record } = await create({ last_name: 'Echo', teams: [world.north] });
      await update(record._id, { score: 4, diagnosis: 'secret', grade: 'A' }, world.people.admin).catch(() => undefined);
      await update(record._id, { score: 4, diagnosis: 'secret' }, world.people.admin);
      const seen = await world.records.get(world.people.ann, { module: 'patients', id: record._id, populate: true });
      const again = await update(record._id, { ...(seen as JsonObject), title: 'Mx' });
      expect(again.record).toMatchObject({ title: 'Mx', score: 4 });
      for (const fields of [
        { score: 5 },
        { createdAt: '2020-01-01T00:00:00.000Z' },
        { created_by: world.people.bob.userId },
        { deleted: true },
        { code: 999 },
        { grade: 'B' },
        { stage: 'active' },
      ] as JsonObject[]) {
        expect(await codeOf(update(record._id, fields))).toBe('field_not_writable');
      }
      for (const value of ['secret', 'guess', null])
        expect(await codeOf(update(record._id, { diagnosis: value }))).toBe('field_not_writable');
      expect(await codeOf(create({ last_name: 'No', diagnosis: 'x' }))).toBe('field_not_writable');
      expect(await codeOf(update(record._id, { own_note: null }))).toBe('field_not_writable');
      expect(await codeOf(create({ last_name: 'No', score: 1 }))).toBe('field_not_writable');
      expect(await detailsOf(update(record._id, { score: 5, grade: 'B' }))).toEqual([
        'score: field_not_writable',
        'grade: field_not_writable',
      ]);
      expect(await codeOf(update(record._id, { grade: 'A' }, world.people.admin))).toBe('field_not_writable');
    });

    it('accepts an object with an _id as that id', async () => {
      const firm = await world.seed('firms', { name: 'Object Firm' });
      const { record } = await create({
        last_name: 'Linked',
        firms_patients: { _id: firm, name: 'whatever' },
        teams: [{ _id: world.north, name: 'North' }],
      });
      expect(record).toMatchObject({ firms_patients: firm, teams: [world.north] });
    });

    it('rejects links to records of other modules and to deleted ones', async () => {
      const firm = await world.seed('firms', { name: 'Short lived' });
      const { record } = await create({ last_name: 'Link', firms_patients: firm });
      await world.records.markDeleted({ kind: 'system' }, { module: 'firms', ids: [firm] });
      expect(await detailsOf(create({ last_name: 'Link', firms_patients: firm }))).toEqual(['firms_patients: record_not_found']);
      expect((await update(record._id, { title: 'Still saved' })).record['title']).toBe('Still saved');
      expect(await detailsOf(create({ last_name: 'Link', teams: [firm] }, world.people.admin))).toEqual(['teams: record_not_found']);
    });

    it('applies the levels of the roles to edit, delete, create and mass update', async () => {
      const { records, people, seed, north } = world;
      const id = await seed('patients', { last_name: 'Levels', teams: [north] });
      expect(await codeOf(update(id, { title: 'x' }, people.dora))).toBe('action_not_allowed');
      expect(await codeOf(update(id, { title: 'x' }, people.cal))).toBe('record_not_found');
      expect(await codeOf(update(id, { title: 'x' }, people.eve))).toBe('module_access_denied');
      expect(await codeOf(create({ last_name: 'x' }, people.dora))).toBe('action_not_allowed');
      expect(await codeOf(create({ last_name: 'x' }, people.ina))).toBe('module_access_denied');
      expect((await records.markDeleted(people.ann, { module: 'patients', ids: [id] })).refused).toMatchObject([
        { _id: id, code: 'action_not_allowed' },
      ]);
      expect(await codeOf(records.updateMany(people.cal, { module: 'patients', ids: [id], fields: { title: 'x' } }))).toBe(
        'action_not_allowed',
      );
      expect(await codeOf(records.updateMany(people.ann, { module: 'patients', ids: [id], fields: { stage: 'active' } }))).toBe(
        'field_not_writable',
      );
      const many = await records.updateMany(people.ann, { module: 'patients', ids: [id, 'none', id], fields: { title: 'All' } });
      expect(many).toMatchObject({ done: [id], refused: [{ _id: 'none', code: 'record_not_found' }] });
      expect(
        await codeOf(records.updateMany(people.ann, { module: 'patients', ids: new Array<string>(2001).fill(id), fields: { title: 'x' } })),
      ).toBe('too_many_ids');
    });

    it('rejects a stale version with 409 and the current record as the user may see it', async () => {
      const { record } = await create({ last_name: 'Version' });
      await update(record._id, { title: 'One' });
      const stale = world.records.update(world.people.ann, { module: 'patients', id: record._id, fields: { title: 'Two' }, version: 1 });
      const error = await stale.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: 'version_conflict', status: 409 });
      const current = (error as MusterError).data['current'] as JsonObject;
      expect(current).toMatchObject({ title: 'One', _version: 2 });
      expect(current).not.toHaveProperty('diagnosis');
      expect(await codeOf(update(record._id, { title: 'Two', _version: 1 }))).toBe('version_conflict');
      expect((await update(record._id, { title: 'Two', _version: 2 })).record).toMatchObject({ title: 'Two', _version: 3 });
      expect(await detailsOf(update(record._id, { title: 'Two', _version: 'x' }))).toEqual(['_version: wrong_type']);
    });

    it('keeps both of two concurrent changes to different fields', async () => {
      const { record } = await create({ last_name: 'Both' });
      await Promise.all([
        update(record._id, { title: 'T' }),
        update(record._id, { department: 'D' }),
        update(record._id, { description: 'E' }),
      ]);
      expect(await world.records.get(world.people.ann, { module: 'patients', id: record._id })).toMatchObject({
        title: 'T',
        department: 'D',
        description: 'E',
        _version: 4,
      });
    });

    it('rejects a unique value that is taken, and reports the field', async () => {
      const fields = { email: 'ANN@practice.example', first_name: 'Ann', last_name: 'Two' };
      const made = world.records.create(world.people.admin, { module: 'users', fields });
      expect(await detailsOf(made)).toEqual(['email: not_unique']);
      expect(await codeOf(world.records.create(world.people.admin, { module: 'users', fields }))).toBe('not_unique');
    });

    it("lets users change their own profile, but neither their rights nor a System Admin's record", async () => {
      const { records, people } = world;
      const own = (fields: JsonObject): Promise<unknown> => records.update(people.eve, { module: 'users', id: people.eve.userId, fields });
      expect(await codeOf(own({ phone: '305-555-0101' }))).toBe('no error');
      for (const fields of [
        { userType: 'System Admin' },
        { roles: ['role_worker'] },
        { teams: [world.north] },
        { active: false },
        { disableTimeout: true },
      ] as JsonObject[])
        expect(await codeOf(own(fields))).toBe('field_not_writable');
      expect(await codeOf(records.update(people.eve, { module: 'users', id: people.ann.userId, fields: { phone: '305-555-0101' } }))).toBe(
        'module_access_denied',
      );
      expect(await codeOf(records.update(people.admin, { module: 'roles', id: 'role_worker', fields: { name: 'X' } }))).toBe(
        'action_not_allowed',
      );
    });

    it('marks deleted, restores, and permanently removes only records that are marked and have no references', async () => {
      const { records, people, seed } = world;
      const firm = await seed('firms', { name: 'Doomed', assigned_to: people.ann.userId });
      const patient = await seed('patients', { last_name: 'Depends', firms_patients: firm });
      const about = await seed('visits', { name: 'About', about: { module: 'firms', id: firm }, assigned_to: people.ann.userId });
      expect(await records.dependents(people.ann, { module: 'firms', id: firm })).toEqual([
        { module: 'patients', relation: 'firms_patients', count: 1 },
        { module: 'visits', relation: 'about', count: 1 },
      ]);
      expect(await records.deleteForever(people.admin, { module: 'firms', ids: [firm] })).toMatchObject({
        done: [],
        refused: [{ _id: firm, code: 'not_deleted' }],
      });
      expect((await records.markDeleted(people.ann, { module: 'firms', ids: [firm] })).done).toEqual([firm]);
      expect((await records.restore(people.ann, { module: 'firms', ids: [firm] })).done).toEqual([firm]);
      expect(await records.get(people.ann, { module: 'firms', id: firm })).toMatchObject({ name: 'Doomed', _version: 3, deleted: false });
      await records.markDeleted(people.ann, { module: 'firms', ids: [firm] });
      const refused = await records
        .deleteForever(people.ann, { module: 'firms', ids: [firm] })
        .catch((error: unknown) => error as MusterError);
      expect(refused).toMatchObject({
        code: 'dependents_exist',
        data: {
          dependents: [
            { _id: firm, module: 'patients', relation: 'firms_patients', count: 1 },
            { _id: firm, module: 'visits', relation: 'about', count: 1 },
          ],
        },
      });
      const live = await seed('firms', { name: 'Alive', assigned_to: people.ann.userId });
      expect(await records.deleteForever(people.ann, { module: 'firms', ids: [live] })).toMatchObject({
        done: [],
        refused: [{ _id: live, code: 'not_deleted' }],
      });
      expect(await records.deleteForever(people.ann, { module: 'firms', ids: [firm], unlinkDependents: true })).toMatchObject({
        done: [firm],
        refused: [],
      });
      expect(await codeOf(records.get(people.admin, { module: 'firms', id: firm }))).toBe('record_not_found');
      expect(await records.get(people.admin, { module: 'patients', id: patient })).not.toHaveProperty('firms_patients');
      expect(await records.get(people.admin, { module: 'visits', id: about })).not.toHaveProperty('about');
    });

    it('counts only visible dependents, and clears only links that the actor may change', async () => {
      const { records, people, seed } = world;
      const firm = await seed('firms', { name: 'Partly seen', assigned_to: people.ann.userId });
      const hidden = await seed('patients', { last_name: 'Southern', teams: [world.south], firms_patients: firm });
      const count = async (): Promise<unknown> => records.dependents(people.ann, { module: 'firms', id: firm });
      expect(await count()).toEqual([]);
      const seen = await seed('patients', { last_name: 'Northern', teams: [world.north], firms_patients: firm });
      expect(await count()).toEqual([{ module: 'patients', relation: 'firms_patients', count: 1 }]);
      await records.markDeleted(people.ann, { module: 'firms', ids: [firm] });
      const refused = await records.deleteForever(people.ann, { module: 'firms', ids: [firm] }).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: 'dependents_exist',
        data: { dependents: [{ _id: firm, module: 'patients', relation: 'firms_patients', count: 1 }] },
      });
      const unlink = () => records.deleteForever(people.ann, { module: 'firms', ids: [firm], unlinkDependents: true });
      expect(await unlink()).toMatchObject({ done: [], refused: [{ _id: firm, code: 'dependents_not_changeable' }] });
      for (const id of [hidden, seen])
        expect(await records.get(people.admin, { module: 'patients', id })).toMatchObject({ firms_patients: firm });
      await records.update(people.admin, { module: 'patients', id: hidden, fields: { firms_patients: null } });
      expect(await unlink()).toMatchObject({ done: [firm], refused: [] });
    });

    it('puts a record only in teams of the writer, unless a role allows all teams', async () => {
      const { records, people, north, south, seed } = world;
      const create = (teams: readonly string[]) =>
        detailsOf(records.create(people.ann, { module: 'patients', fields: { last_name: 'Teamed', teams: [...teams] } }));
      expect([await create([north]), await create([GLOBAL_TEAM_ID])]).toEqual([[], []]);
      for (const team of [south, 'nobody']) expect(await create([north, team])).toEqual(['teams: team_not_allowed']);
      const id = await seed('patients', { last_name: 'Both', teams: [north, south] });
      const update = (teams: readonly string[]) =>
        detailsOf(records.update(people.ann, { module: 'patients', id, fields: { teams: [...teams] } }));
      // A team that the record has already stays.
      expect(await update([south, north, GLOBAL_TEAM_ID])).toEqual([]);
      expect(await update([north])).toEqual([]);
      expect(await update([north, south])).toEqual(['teams: team_not_allowed']);
    });

    it('creates many records in one batch and identifies rejected ones by their index', async () => {
      const { records, people } = world;
      const made = await records.createMany(people.ann, {
        module: 'patients',
        records: Array.from(
          { length: 100 },
          (_, index): JsonObject => (index === 40 ? { title: 'no name' } : { last_name: `Bulk ${index}` }),
        ),
      });
      expect(made.done).toHaveLength(99);
      expect(made.refused).toMatchObject([{ _id: '40', code: 'validation_failed', details: [{ field: 'last_name', code: 'required' }] }]);
      const found = await records.find(people.ann, { module: 'patients', filter: { last_name: { startsWith: 'bulk' } }, limit: 1 });
      expect(found.total).toBe(99);
    });

    it('treats a mask that is sent back as the stored value', async () => {
      const { records, people, seed } = world;
      const id = await seed('firms', { name: 'Masked', tax_id: '99-1' });
      const seen = await records.get(people.ann, { module: 'firms', id });
      const saved = await records.update(people.ann, {
        module: 'firms',
        id,
        fields: { ...(seen as { [name: string]: JsonValue }), name: 'Masked 2' },
      });
      expect(saved.record).toMatchObject({ name: 'Masked 2', tax_id: '••••••' });
      expect((await records.get(people.admin, { module: 'firms', id }))['tax_id']).toBe('99-1');
    });
  });
}
