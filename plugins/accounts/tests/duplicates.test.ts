import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { createRecordHelpers } from '../../../tests/support/record-helpers.ts';
import { at, nextPhone } from './account-fixtures.ts';

const CODE = 'duplicate_account_detected';
const TEXT = 'The following appear to match the account you are creating';

describeOnEachStore(
  'Duplicate accounts',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const { make, read } = createRecordHelpers(admin);
    const countOf = async (name: string): Promise<number> =>
      (await admin().post('/api/accounts/search', { searchTerms: { name } })).body.total;
    const stored = (id: string) => server().application.records.get(SYSTEM_ACTOR, { module: 'accounts', id });

    it('block a create with name, creation day, score and reasons, and no data is saved', async () => {
      const existing = await make('/api/accounts', {
        name: 'Decatur Schools',
        account_type: 'Public school district',
        ...at('Decatur', 'GA', '30030'),
      });
      const { status, body } = await admin().post('/api/accounts', { name: 'Decatur School District', ...at('DECATUR', 'GA', '') });
      expect([status, body.code, body.error]).toEqual([409, 'duplicate_account_detected', TEXT]);
      expect(body).toMatchObject({
        hidden: 0,
        matches: [
          {
            _id: existing._id,
            name: 'Decatur Schools',
            account_type: 'Public school district',
            city: 'Decatur',
            state: 'GA',
            createdAt: existing['createdAt'],
            score: 76,
          },
        ],
      });
      expect(body.matches[0].reasons).toEqual([
        { text: 'Same name, other ending', speaksFor: true },
        { text: 'Same place', speaksFor: true },
      ]);
      expect(await countOf('Decatur School District')).toBe(0);
      expect((await admin().get(`/api/audit-log/get-record-changes-by-module/accounts/${existing._id}`)).body.total).toBe(1);
    });

    it('are rejected with the same code and text by every endpoint that saves, and no data is saved', async () => {
      const office_phone = nextPhone();
      await make('/api/accounts', { name: 'Taken Clinic', office_phone });
      const one = await make('/api/accounts', { name: 'Willow Clinic' });
      const two = await make('/api/accounts', { name: 'Aspen Clinic' });
      const responses = [
        await admin().put(`/api/accounts/${one._id}`, { office_phone }),
        await admin().put(`/api/accounts/update-certain-fields/${one._id}`, { fields: { office_phone } }),
        await admin().put(`/api/generic-modules/${one._id}`, { moduleOptions: { name: 'accounts' }, fields: { office_phone } }),
        await admin().post('/api/generic-modules', {
          moduleOptions: { name: 'accounts' },
          fields: { name: 'Generic Clinic', office_phone },
        }),
      ];
      for (const { status, body } of responses) expect([status, body.code, body.error]).toEqual([409, CODE, TEXT]);
      const many = await admin().put('/api/accounts/update-certain-fields-array', { ids: [one._id, two._id], fields: { office_phone } });
      expect(many.body).toMatchObject({
        updated: [],
        refused: [
          { _id: one._id, code: CODE, error: TEXT },
          { _id: two._id, code: CODE, error: TEXT },
        ],
      });
      expect([await read(`/api/accounts/${one._id}`), await read(`/api/accounts/${two._id}`)]).toEqual([one, two]);
      expect(await countOf('Generic Clinic')).toBe(0);
    });

    it('block all but the first record of a mass update that makes records equal', async () => {
      const ids = [
        (await make('/api/accounts', { name: 'First Massed' }))._id,
        (await make('/api/accounts', { name: 'Second Massed' }))._id,
      ];
      const { body } = await admin().put('/api/accounts/update-certain-fields-array', { ids, fields: { office_phone: nextPhone() } });
      expect(body).toMatchObject({ updated: [ids[0]], refused: [{ _id: ids[1], code: CODE, error: TEXT }] });
    });

    it('block single records of an import, but no record of a trusted import', async () => {
      const { records } = server().application;
      const rows = [{ name: 'Imported Once' }, { name: 'IMPORTED once, Inc.' }, { name: 'Imported Otherwise' }];
      const user =
        (await records.find(SYSTEM_ACTOR, { module: 'users', filter: { userType: 'System Admin' }, limit: 1 })).data[0]?._id ?? '';
      const imported = await records.createMany({ kind: 'user', userId: user }, { module: 'accounts', records: rows });
      expect([imported.done.length, imported.refused.map(({ code, error }) => ({ code, error }))]).toEqual([
        2,
        [{ code: CODE, error: TEXT }],
      ]);
      const trusted = await records.createMany(SYSTEM_ACTOR, { module: 'accounts', records: rows, allowDuplicates: true });
      expect([trusted.done.length, trusted.refused]).toEqual([3, []]);
      expect((await admin().post('/api/accounts/dup-check', { name: 'Imported once' })).body.matches).toHaveLength(3);
    });

    it('block an update, but not because of the account itself and not if its identity does not change', async () => {
      await make('/api/accounts', { name: 'Una School', website: 'https://una.example' });
      const other = await make('/api/accounts', { name: 'Duo School', website: 'https://duo.example', ...at('Erie', 'PA', '16501') });
      expect((await admin().put(`/api/accounts/${other._id}`, { website: 'http://www.una.example/' })).body.code).toBe(CODE);
      expect((await admin().put(`/api/accounts/${other._id}`, { name: 'Duo Schools', ...at('Erie', 'PA', '16502') })).status).toBe(200);
      expect((await admin().put(`/api/accounts/${other._id}`, { account_status: 'Active' })).status).toBe(200);
      expect(
        (await admin().post('/api/accounts/dup-check', { _id: other._id, name: 'Duo School', website: 'https://duo.example' })).body,
      ).toEqual({ matches: [], hidden: 0 });
    });

    it('are saved with ?duplicates=allow or marked as distinct, and both records store this', async () => {
      const first = await make('/api/accounts', { name: 'Twin Academy' });
      const second = await make('/api/accounts?duplicates=allow', { name: 'Twin Academy' });
      expect((await stored(second._id))['not_duplicates']).toEqual([first._id]);
      for (const { _id } of [first, second])
        expect((await admin().put(`/api/accounts/${_id}`, { name: 'The Twin Academy' })).status).toBe(200);
      const third = await make('/api/accounts', { name: 'Third Academy' });
      expect((await admin().post(`/api/accounts/${third._id}/not-duplicates`, { ids: [first._id, second._id] })).body).toEqual({
        success: true,
        ids: [first._id, second._id],
      });
      expect((await admin().put(`/api/accounts/${third._id}`, { name: 'Twin Academy' })).status).toBe(200);
      for (const body of [{}, { ids: [] }, { ids: 'x' }, { ids: [5] }])
        expect((await admin().post(`/api/accounts/${third._id}/not-duplicates`, body)).body.code).toBe('body_invalid');
    });

    it('created at the same time: only one is saved, also if different keys match', async () => {
      const twins = [
        { name: 'Race School' },
        { name: 'Race School', ...at('Reno', 'NV', '89501') },
        { name: 'RACE school', ...at('Reno', 'NV', '89501') },
      ];
      const responses = await Promise.all([...twins, ...twins].map((fields) => admin().post('/api/accounts', fields)));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      expect(await countOf('Race School')).toBe(1);
    });

    it('do not block a merge, which fills the primary and can be undone as a whole', async () => {
      const office_phone = nextPhone();
      const primary = await make('/api/accounts', { name: 'Merge School' });
      const extra = await make('/api/accounts?duplicates=allow', { name: 'Merge School', office_phone, website: 'https://merge.example' });
      const job = await make('/api/jobs', { custom_job_title: 'Merged nurse', zip: '30030', accounts_jobs: extra._id });
      // What the creation of the job causes is done, so that nothing but the merge changes it.
      await server().application.outbox.drain();
      const merged = await admin().post('/api/merge/records', {
        _moduleName: 'accounts',
        primaryId: primary._id,
        duplicateIds: [extra._id],
      });
      expect(merged.status, JSON.stringify(merged.body)).toBe(200);
      expect(await read(`/api/accounts/${primary._id}`)).toMatchObject({
        office_phone,
        website: 'https://merge.example',
        createdAt: primary['createdAt'],
      });
      expect([(await read(`/api/accounts/${extra._id}`))['deleted'], (await read(`/api/jobs/${job._id}`))['accounts_jobs']]).toEqual([
        true,
        primary._id,
      ]);
      expect(
        (await admin().post('/api/activities/search', { searchTerms: { account: primary._id, activityType: 'Merge' } })).body.total,
      ).toBe(1);
      // The primary is found by the value it received in the merge.
      expect((await admin().post('/api/accounts/dup-check', { office_phone })).body.matches).toMatchObject([{ _id: primary._id }]);
      expect((await admin().post(`/api/batches/${merged.headers.get('x-batch-id')}/undo`, {})).body.left).toEqual([]);
      expect((await admin().post('/api/accounts/dup-check', { office_phone })).body.matches).toMatchObject([{ _id: extra._id }]);
    });

    it('that are not visible are counted but not shown; checks by fields that are not visible are rejected', async () => {
      const accounts = { access: true, create: true, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' };
      await make('/api/roles', {
        name: 'Half the accounts',
        module_access: { accounts },
        field_access: { accounts: { website: 'none', account_type: 'none' } },
      });
      const half = await createSignedInUser(server(), 'half.accounts@muster.test', ['Half the accounts']);
      const place = at('Erie', 'PA', '16501');
      await make('/api/accounts', { name: 'Hidden Harbor School', website: 'https://harbor.example', ...place, teams: [] });
      const refused = await half.post('/api/accounts', { name: 'Hidden Harbor School', ...place });
      expect(refused.body).toMatchObject({ code: CODE, error: TEXT, matches: [], hidden: 1 });
      expect(refused.status).toBe(409);
      const check = async (fields: object) => (await half.post('/api/accounts/dup-check', fields)).body;
      expect(await check({ name: 'Hidden Harbor School', ...place })).toEqual({ matches: [], hidden: 1 });
      // The name alone, or one key alone, tells nothing about an account that the requester cannot see.
      expect(await check({ name: 'Hidden Harbor School' })).toEqual({ matches: [], hidden: 0 });
      expect((await half.post('/api/accounts', { name: 'Hidden Harbor School' })).status).toBe(201);
      for (const fields of [{ website: 'https://harbor.example' }, { account_type: 'Clinic' }, { no_such_field: 1 }])
        expect((await check(fields)).code).toBe('unknown_field');
      // The website is hidden, so that a match by it alone, through the e-mail's domain, is not shown.
      await make('/api/accounts', { name: 'Cove Care', website: 'https://cove.example' });
      const sameDomain = { name: 'Cove Clinic', email_addresses: [{ email_address: 'desk@cove.example', primary: true }] };
      expect(await check(sameDomain)).toEqual({ matches: [], hidden: 0 });
      expect((await admin().post('/api/accounts/dup-check', sameDomain)).body.matches).toHaveLength(1);
      await make('/api/accounts', { name: 'Shown Harbor School', account_type: 'Clinic' });
      expect((await half.post('/api/accounts/dup-check', { name: 'Shown Harbor School' })).body.matches).toMatchObject([
        { name: 'Shown Harbor School', account_type: null },
      ]);
      const stranger = await createSignedInUser(server(), 'stranger.accounts@muster.test', []);
      expect((await stranger.post('/api/accounts/dup-check', { name: 'Shown Harbor School' })).status).toBe(403);
    });

    it('stored before the rule existed are found after the backfill job ran, deleted ones too, and no change is broadcast', async () => {
      const [old, gone, merged] = [
        await make('/api/accounts', { name: 'Older Academy' }),
        await make('/api/accounts', { name: 'Gone Academy' }),
        await make('/api/accounts', { name: 'Newer Academy' }),
      ];
      const { records } = server().application;
      for (const { _id } of [old, gone])
        await records.update(SYSTEM_ACTOR, { module: 'accounts', id: _id, fields: { duplicate_keys: null }, quiet: true });
      expect((await admin().put(`/api/accounts/mark-deleted/${gone._id}`, {})).status).toBe(200);
      const before = await read(`/api/accounts/${old._id}`);
      const check = async (name: string): Promise<unknown> => (await admin().post('/api/accounts/dup-check', { name })).body.matches;
      expect(await check('Older Academy')).toEqual([]);
      await runJob(server(), 'accounts/duplicate-keys');
      expect(await check('Older Academy')).toMatchObject([{ _id: old._id }]);
      expect((await admin().post('/api/accounts', { name: 'OLDER academy' })).body.code).toBe(CODE);
      const { _version, updatedAt, modified_by } = await read(`/api/accounts/${old._id}`);
      expect([_version, updatedAt, modified_by]).toEqual([Number(before['_version']) + 1, before['updatedAt'], before['modified_by']]);
      await records.restore(SYSTEM_ACTOR, { module: 'accounts', ids: [gone._id] });
      expect(await check('Gone Academy')).toMatchObject([{ _id: gone._id }]);
      await runJob(server(), 'accounts/duplicate-keys');
      expect([(await read(`/api/accounts/${old._id}`))['_version'], (await read(`/api/accounts/${merged._id}`))['_version']]).toEqual([
        _version,
        1,
      ]);
    });
  },
  {},
);
