import { expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#engine';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { runJob } from '../../../tests/support/run-job.ts';
import { createSignedInUser } from '../../../tests/support/create-signed-in-user.ts';
import { leadOf, mail } from './lead-fixtures.ts';

describeOnEachStore(
  'Duplicate leads',
  (server) => {
    const admin = (): ApiClient => server().admin;
    const create = async (fields: object, query = ''): Promise<{ _id: string; [name: string]: unknown }> => {
      const { status, body } = await admin().post(`/api/leads${query}`, fields);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    };

    it('block a create by the same e-mail alone, with matches, score and reasons', async () => {
      const existing = await create({
        ...leadOf('Marguerite', 'Oyelaran'),
        ...mail('m.oyelaran@example.com'),
        lead_status: 'screening',
        current_address: { street: '91 Kirkland Ave', city: 'Decatur', state: 'GA', zip: '30030' },
      });
      const { status, body } = await admin().post('/api/leads', { ...leadOf('Zed', 'Quist'), ...mail('M.Oyelaran@Example.com') });
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: 'duplicate_detected',
        error: 'The following appear to match the lead you are creating.',
        hidden: 0,
      });
      expect(body.matches).toHaveLength(1);
      expect(body.matches[0]).toMatchObject({
        _id: existing._id,
        name: 'Marguerite Oyelaran',
        lead_status: 'screening',
        city: 'Decatur',
        state: 'GA',
        score: 80,
      });
      expect(body.matches[0].reasons).toEqual([
        { text: 'Same e-mail', speaksFor: true },
        { text: 'Other name', speaksFor: false },
      ]);
      const found = await admin().post('/api/leads/search', { searchTerms: { last_name: 'Quist' } });
      expect(found.body.total).toBe(0);
    });

    it('block by the same phone alone, in any of the phone fields and any notation', async () => {
      await create({ ...leadOf('Phil', 'Phoner'), mobile_phone: '4045550136' });
      const { status, body } = await admin().post('/api/leads', { ...leadOf('Ann', 'Other'), office_phone: '+1 (404) 555-0136' });
      expect(status).toBe(409);
      expect(body.matches[0].reasons).toContainEqual({ text: 'Same phone', speaksFor: true });
    });

    it('block by a name only with the same street or ZIP, swapped names too', async () => {
      await create({
        ...leadOf('Wilhelmina', 'Namesake'),
        current_address: { street: '7 Oak Street', city: 'Erie', state: 'PA', zip: '16501' },
      });
      expect((await admin().post('/api/leads/dup-check', leadOf('Wilhelmina', 'Namesake'))).body).toEqual({ matches: [], hidden: 0 });
      const elsewhere = {
        ...leadOf('Wilhelmina', 'Namesake'),
        current_address: { street: '1 Elm Road', city: 'Reno', state: 'NV', zip: '89501' },
      };
      expect((await admin().post('/api/leads/dup-check', elsewhere)).body.matches).toEqual([]);
      const sameZip = {
        ...leadOf('Wil', 'Namesake'),
        current_address: { street: '1 Elm Road', city: 'Erie', state: 'PA', zip: '16501-1234' },
      };
      expect((await admin().post('/api/leads', sameZip)).status).toBe(409);
      const swapped = { ...leadOf('Namesake', 'Wilhelmina'), current_address: { street: '7 OAK  street', city: '', state: '', zip: '' } };
      const { body } = await admin().post('/api/leads/dup-check', swapped);
      expect(body.matches[0].reasons).toContainEqual({ text: 'Names swapped', speaksFor: true });
    });

    it('block an update, but not because of the lead itself and not if its identity does not change', async () => {
      await create({ ...leadOf('Una', 'First'), ...mail('una@example.com') });
      const other = await create({ ...leadOf('Duo', 'Second'), ...mail('duo@example.com') });
      const taken = await admin().put(`/api/leads/${other._id}`, mail('una@example.com'));
      expect(taken.status).toBe(409);
      expect(taken.body.code).toBe('duplicate_detected');
      expect((await admin().put(`/api/leads/${other._id}`, { ...mail('duo@example.com'), mobile_phone: '3125550188' })).status).toBe(200);
      expect((await admin().put(`/api/leads/${other._id}`, { lead_status: 'screening' })).status).toBe(200);
    });

    it('are rejected with the same code and text by every endpoint that saves, and no data is saved', async () => {
      const taken = { mobile_phone: '2065550177' };
      await create({ ...leadOf('Tessa', 'Taken'), ...taken });
      const [one, two] = [await create(leadOf('Wil', 'Willow')), await create(leadOf('Ash', 'Aspen'))];
      const responses = [
        await admin().put(`/api/leads/${one._id}`, taken),
        await admin().put(`/api/leads/update-certain-fields/${one._id}`, { fields: taken }),
        await admin().put(`/api/generic-modules/${one._id}`, { moduleOptions: { name: 'leads' }, fields: taken }),
        await admin().post('/api/generic-modules', { moduleOptions: { name: 'leads' }, fields: { ...leadOf('Gen', 'Eric'), ...taken } }),
      ];
      const refusal = { code: 'duplicate_detected', error: 'The following appear to match the lead you are creating.' };
      for (const { status, body } of responses) expect([status, body.code, body.error]).toEqual([409, refusal.code, refusal.error]);
      const many = await admin().put('/api/leads/update-certain-fields-array', { ids: [one._id, two._id], fields: taken });
      expect(many.body).toMatchObject({
        updated: [],
        refused: [
          { _id: one._id, ...refusal },
          { _id: two._id, ...refusal },
        ],
      });
      for (const made of [one, two]) expect((await admin().get(`/api/leads/${made._id}`)).body).toEqual(made);
      expect((await admin().post('/api/leads/search', { searchTerms: { last_name: 'Eric' } })).body.total).toBe(0);
    });

    it('are saved with ?duplicates=allow, and both records store this', async () => {
      const first = await create({ ...leadOf('Tom', 'Twin'), mobile_phone: '2065550111' });
      const second = await create({ ...leadOf('Tim', 'Twin'), mobile_phone: '2065550111' }, '?duplicates=allow');
      expect((await server().application.records.get(SYSTEM_ACTOR, { module: 'leads', id: second._id })).not_duplicates).toEqual([
        first._id,
      ]);
      // Neither is checked against the other again when the identity of one of them changes.
      expect((await admin().put(`/api/leads/${second._id}`, { first_name: 'Timothy' })).status).toBe(200);
      expect((await admin().put(`/api/leads/${first._id}`, { first_name: 'Thomas' })).status).toBe(200);
      expect((await admin().post('/api/leads', { ...leadOf('Third', 'Other'), mobile_phone: '2065550111' })).body.matches).toHaveLength(2);
    });

    it('are marked as distinct by not-duplicates', async () => {
      const first = await create({ ...leadOf('Ada', 'Apart'), mobile_phone: '2065550122' });
      const second = await create({ ...leadOf('Eva', 'Elsewhere'), mobile_phone: '2065550133' });
      expect((await admin().put(`/api/leads/${second._id}`, { mobile_phone: '2065550122' })).status).toBe(409);
      const response = await admin().post(`/api/leads/${second._id}/not-duplicates`, { ids: [first._id] });
      expect(response.status, JSON.stringify(response.body)).toBe(200);
      expect((await admin().put(`/api/leads/${second._id}`, { mobile_phone: '2065550122' })).status).toBe(200);
      expect((await admin().post(`/api/leads/${second._id}/not-duplicates`, { ids: [] })).body.code).toBe('body_invalid');
      expect((await admin().post(`/api/leads/${second._id}/not-duplicates`, { ids: ['nobody'] })).status).toBe(404);
    });

    it('created at the same time: only one is saved', async () => {
      const responses = await Promise.all(
        Array.from({ length: 6 }, () => admin().post('/api/leads', { ...leadOf('Race', 'Runner'), ...mail('race@example.com') })),
      );
      expect(responses.map((response) => response.status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      expect((await admin().post('/api/leads/search', { searchTerms: { last_name: 'Runner' } })).body.total).toBe(1);
    });

    it('do not block after they are deleted, and do not block a restore of a lead', async () => {
      const gone = await create({ ...leadOf('Gone', 'Away'), mobile_phone: '2065550144' });
      const { headers } = await admin().put(`/api/leads/mark-deleted/${gone._id}`, {});
      await create({ ...leadOf('New', 'Comer'), mobile_phone: '2065550144' });
      const undone = await admin().post(`/api/batches/${headers.get('x-batch-id')}/undo`, {});
      expect(undone.body).toMatchObject({ undone: [{ module: 'leads', _id: gone._id }], left: [] });
      expect((await admin().get(`/api/leads/${gone._id}`)).body.deleted).toBe(false);
    });

    it('that are not visible are counted, not shown, and only if the name and one more key agree', async () => {
      const recruiter = await createSignedInUser(server(), 'limited@muster.test');
      const mobile_phone = '2065550155';
      await create({ ...leadOf('Hidden', 'Harriet'), mobile_phone, teams: [] });
      expect((await recruiter.post('/api/leads/dup-check', { mobile_phone })).body).toEqual({ matches: [], hidden: 0 });
      const same = { ...leadOf('Hidden', 'Harriet'), mobile_phone };
      const { status, body } = await recruiter.post('/api/leads', same);
      expect(status, JSON.stringify(body)).toBe(409);
      expect(body).toMatchObject({ code: 'duplicate_detected', matches: [], hidden: 1 });
      expect((await recruiter.post('/api/leads/dup-check', same)).body).toEqual({ matches: [], hidden: 1 });
      // One known phone does not find out who has it: the save is accepted, and both who see both leads are told later.
      const saved = await recruiter.post('/api/leads', { ...leadOf('Harry', 'Seen'), mobile_phone });
      expect(saved.status, JSON.stringify(saved.body)).toBe(201);
      const matches = (await admin().post('/api/leads/dup-check', { mobile_phone })).body.matches as { name: string }[];
      expect(matches.map(({ name }) => name).sort()).toEqual(['Harry Seen', 'Hidden Harriet']);
      const stranger = await createSignedInUser(server(), 'stranger@muster.test', []);
      expect((await stranger.post('/api/leads/dup-check', { mobile_phone })).status).toBe(403);
      expect((await stranger.post('/api/leads/dup-check', { mobile_phone: '2065559999' })).status).toBe(403);
    });

    it('are compared by the fields that the requester can see', async () => {
      const leads = { access: true, create: true, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' };
      const field_access = { leads: { mobile_phone: 'none' } };
      await admin().post('/api/roles', { name: 'Without mobile phones', module_access: { leads }, field_access });
      const blind = await createSignedInUser(server(), 'blind@muster.test', ['Without mobile phones']);
      const number = '2065550199';
      const existing = await create({ ...leadOf('Mobile', 'Owner'), mobile_phone: number, ...mail('mobile.owner@example.com') });
      const check = async (fields: object) => (await blind.post('/api/leads/dup-check', fields)).body;
      // The number is in a hidden field alone: no record is named, none is counted, and the save is not refused.
      expect(await check({ ...leadOf('Some', 'Guesser'), office_phone: number })).toEqual({ matches: [], hidden: 0 });
      const guess = await blind.post('/api/leads', { ...leadOf('Some', 'Guesser'), office_phone: number });
      expect(guess.status, JSON.stringify(guess.body)).toBe(201);
      const other = await blind.post('/api/leads', leadOf('Another', 'Guesser'));
      // A number in a visible field is a match.
      const changed = await blind.put(`/api/leads/${other.body._id}`, { home_phone: number });
      expect(changed.body).toMatchObject({ code: 'duplicate_detected', matches: [{ _id: guess.body._id }], hidden: 0 });
      // With the same name the match is counted, and still not named.
      const named = { ...leadOf('Mobile', 'Owner'), office_phone: number };
      expect(await check(named)).toMatchObject({ matches: [{ _id: guess.body._id }], hidden: 1 });
      expect((await blind.post('/api/leads', named)).status).toBe(409);
      // A match by a visible field has no reason that tells about a hidden one.
      const seen = await check({ ...mail('mobile.owner@example.com'), office_phone: number });
      expect(seen.matches.find((match: { _id: string }) => match._id === existing._id).reasons).toEqual([
        { text: 'Same e-mail', speaksFor: true },
      ]);
      expect((await admin().post('/api/leads/dup-check', { office_phone: number })).body.matches).toHaveLength(2);
    });

    it('that are not told about do not refuse a save, however many there are', async () => {
      const { records } = server().application;
      const mobile_phone = '2065550188';
      const rows = Array.from({ length: 60 }, (_, index) => ({ ...leadOf(`Unseen${index}`, 'Switchboard'), mobile_phone, teams: [] }));
      await records.createMany(SYSTEM_ACTOR, { module: 'leads', records: rows, allowDuplicates: true });
      const recruiter = await createSignedInUser(server(), 'switchboard@muster.test');
      const first = await recruiter.post('/api/leads', { ...leadOf('Vera', 'Visible'), mobile_phone });
      expect(first.status, JSON.stringify(first.body)).toBe(201);
      const second = await recruiter.post('/api/leads', { ...leadOf('Otto', 'Visible'), mobile_phone });
      expect(second.body).toMatchObject({ code: 'duplicate_detected', matches: [{ _id: first.body._id }], hidden: 0 });
    });

    it('are neither shown with nor searched by fields that the requester cannot see', async () => {
      const leads = { access: true, create: true, mass_update: false, export: false, view: 'All', edit: 'All', delete: 'None' };
      const made = await admin().post('/api/roles', {
        name: 'Half sighted',
        module_access: { leads },
        field_access: { leads: { email_addresses: 'none', profession: 'none', lead_status: 'none' } },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const half = await createSignedInUser(server(), 'half@muster.test', ['Half sighted']);
      await create({
        ...leadOf('Cut', 'Down'),
        ...mail('cut@example.com'),
        mobile_phone: '2065550166',
        profession: 'Registered Nurse, Clinic',
      });
      const { body } = await half.post('/api/leads', { ...leadOf('Cut', 'Down'), mobile_phone: '2065550166' });
      expect(body.matches[0]).toMatchObject({ name: 'Cut Down', profession: null, lead_status: null });
      for (const fields of [mail('cut@example.com'), { profession: 'Registered Nurse, Clinic' }, { no_such_field: 1 }])
        expect((await half.post('/api/leads/dup-check', fields)).body.code).toBe('unknown_field');
      // Other fields of a lead are accepted and not compared.
      expect((await half.post('/api/leads/dup-check', { ...leadOf('Cut', 'Down'), description: 'Typed' })).status).toBe(200);
    });

    it('stored before the rule existed are found after the backfill job ran, in batches', async () => {
      const { records } = server().application;
      const rows = Array.from({ length: 230 }, (_, index) => ({
        ...leadOf(`Old${index}`, 'Timer'),
        email: `old.timer.${index}@example.com`,
      }));
      const { done } = await records.createMany(SYSTEM_ACTOR, {
        module: 'leads',
        records: [...rows, { last_name: 'Nobody' }],
        allowDuplicates: true,
      });
      await records.updateMany(SYSTEM_ACTOR, { module: 'leads', ids: done, fields: { duplicate_keys: null }, quiet: true });
      const check = async (index: number): Promise<number> =>
        (await admin().post('/api/leads/dup-check', mail(`old.timer.${index}@example.com`))).body.matches.length;
      expect([await check(0), await check(229)]).toEqual([0, 0]);
      await runJob(server(), 'leads/duplicate-keys');
      expect([await check(0), await check(199), await check(200), await check(229)]).toEqual([1, 1, 1, 1]);
      const keyless = await records.find(SYSTEM_ACTOR, {
        module: 'leads',
        filter: { duplicate_keys: { exists: false }, last_name: { in: ['Timer', 'Nobody'] } },
      });
      expect(keyless.data).toMatchObject([{ last_name: 'Nobody' }]);
    });
  },
  {},
);
