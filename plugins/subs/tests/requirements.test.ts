import { expect, it } from 'vitest';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { createSubFixtures } from './sub-fixtures.ts';

const REFERENCES = 'Alls subs require a related account and job. Please set them.';
const LICENSE = 'This profession requires a license. Please choosen one before saving.';
const INTERVIEW = 'You must move the status to Interview Schedule when booking an interview for a managed account sub.';
const REJECTED = 'A rejection reason is required when changing the status to rejected.';
const WITHDRAWN = 'A rejection reason is required when moving the sub to this status.';
const NURSE = { profession: 'School Nurse, RN' };

describeOnEachStore(
  'The requirements of a sub',
  (server) => {
    const { must, make, parts, makeSub, readSub, move, moveMany, list, activitiesOf, undo, setSetting, expectRefused, expectNotCreated } =
      createSubFixtures(server);
    const create = (fields: object) => server().admin.post('/api/subs', fields);
    const fieldsOf = (body: { readonly details: readonly { readonly field: string }[] }) => body.details.map((one) => one.field);

    it('are an account and a job, from the first save on', async () => {
      const { leads_subs, accounts_subs, jobs_subs } = await parts();
      for (const [fields, missing] of [
        [{}, ['accounts_subs', 'jobs_subs']],
        [{ accounts_subs }, ['jobs_subs']],
        [{ jobs_subs }, ['accounts_subs']],
      ] as const) {
        await expectNotCreated(
          { leads_subs, ...fields },
          { code: 'sub_needs_account_and_job', error: REFERENCES, details: missing.map((field) => ({ field, message: REFERENCES })) },
        );
      }
      expect(await list('subs', { leads_subs })).toEqual([]);
      const sub = must(await create({ leads_subs, accounts_subs, jobs_subs }), 201);
      await expectRefused(sub._id, { jobs_subs: null }, 'sub_needs_account_and_job', REFERENCES);
      await expectRefused(sub._id, { accounts_subs: null }, 'sub_needs_account_and_job', REFERENCES);
    });

    it("include a license if the lead's profession is not in the list of unlicensed professions", async () => {
      const nurse = await parts({ lead: NURSE });
      await expectNotCreated(nurse, { code: 'sub_needs_license', error: LICENSE, details: [{ field: 'license_doe', message: LICENSE }] });
      expect(must(await create({ ...nurse, license_doe: '  ' }), 422).error).toBe(LICENSE);
      const sub = must(await create({ ...nurse, license_doe: 'GA-1200' }), 201);
      await expectRefused(sub._id, { license_doe: null }, 'sub_needs_license', LICENSE);
      const aide = await makeSub({}, { lead: { profession: 'Paraprofessional' } });
      await expectRefused(aide._id, { leads_subs: nurse.leads_subs }, 'sub_needs_license', LICENSE);
      must(await move(aide._id, { leads_subs: nurse.leads_subs, license_doe: 'GA-1201' }));
    });

    it("include the license on a status change if the lead's profession was set later", async () => {
      const sub = await makeSub();
      must(await server().admin.put(`/api/leads/${String(sub['leads_subs'])}`, NURSE));
      must(await move(sub._id, { description: 'Nothing of it is asked for a note' }));
      await expectRefused(sub._id, { status: 'Submitted' }, 'sub_needs_license', LICENSE);
      const moved = await move(sub._id, { status: 'Submitted', license_doe: 'GA-1202' });
      must(moved);
      // An undo does not check the requirements.
      expect(must(await undo(moved)).left).toEqual([]);
      expect(await readSub(sub._id)).toMatchObject({ status: 'New' });
      expect((await readSub(sub._id))['license_doe']).toBeUndefined();
    });

    it('use the list of unlicensed professions as an admin sets it', async () => {
      await setSetting('unlicensed_professions', ['school nurse, rn ']);
      await makeSub({}, { lead: NURSE });
      expect(must(await create(await parts({ lead: { profession: 'Paraprofessional' } })), 422).error).toBe(LICENSE);
      await setSetting('unlicensed_professions', ['Paraprofessional']);
    });

    it('include a reason for a rejection status, of a new sub and on a status change', async () => {
      const sub = await makeSub();
      await expectRefused(sub._id, { status: 'Rejected' }, 'rejection_reason_required', REJECTED);
      for (const status of ['Provider Withdrew - Future Opp', 'Provider Withdrew - Declined Interview'])
        await expectRefused(sub._id, { status }, 'rejection_reason_required', WITHDRAWN);
      await expectNotCreated({ ...(await parts()), status: 'Rejected' }, { code: 'rejection_reason_required', error: REJECTED });
      must(await move(sub._id, { status: 'Rejected', rejection_reason: 'Location' }));
      await expectRefused(sub._id, { rejection_reason: null }, 'rejection_reason_required', REJECTED);
    });

    it('include the interview status when an interview is booked at a managed account', async () => {
      const sub = await makeSub({}, { account: { name: 'Broward Coastal Schools' } });
      const elsewhere = await makeSub();
      for (const booking of [{ interview_booked_date: '2027-04-01' }, { interview_date: '2027-04-05T14:00:00.000Z' }]) {
        const body = must(await move(sub._id, booking), 422);
        expect([body.code, body.error, fieldsOf(body)]).toEqual(['interview_needs_status', INTERVIEW, ['status']]);
        must(await move(elsewhere._id, booking));
      }
      expect((await readSub(sub._id))['_version']).toBe(1);
      const booked = {
        accounts_subs: sub['accounts_subs'],
        jobs_subs: sub['jobs_subs'],
        leads_subs: sub['leads_subs'],
        interview_booked_date: '2027-04-01',
      };
      await expectNotCreated(booked, { code: 'interview_needs_status', error: INTERVIEW });
      must(await create({ ...booked, status: 'InterviewScheduled' }), 201);
      must(await move(sub._id, { status: 'InterviewScheduled', interview_booked_date: '2027-04-01' }));
      must(await move(sub._id, { status: 'Offered' }));
      expect(must(await move(sub._id, { interview_booked_date: '2027-04-02' }), 422).error).toBe(INTERVIEW);
      await expectRefused(
        (await makeSub({}, { account: { name: 'Palm Harbor Public Schools' } }))._id,
        { interview_booked_date: '2027-04-02' },
        'interview_needs_status',
        INTERVIEW,
      );
    });

    it('use the managed accounts of the setting, by name or by id', async () => {
      const [one, other] = [await makeSub(), await makeSub({}, { account: { name: 'Miami-Dade Sunrise Schools' } })];
      await setSetting('managed_accounts', [String(one['accounts_subs'])]);
      expect(must(await move(one._id, { interview_booked_date: '2027-04-01' }), 422).error).toBe(INTERVIEW);
      must(await move(other._id, { interview_booked_date: '2027-04-01' }));
    });

    it('let the valid records of a mass update pass and report the missing value of each other record', async () => {
      const [whole, bare] = [await makeSub({ rejection_reason: 'Location' }), await makeSub()];
      const lacking = await makeSub();
      must(await server().admin.put(`/api/leads/${String(lacking['leads_subs'])}`, NURSE));
      const body = must(await moveMany([whole._id, bare._id, lacking._id], { status: 'Rejected' }));
      expect(body.updated).toEqual([whole._id]);
      expect(body.refused).toMatchObject([
        { _id: bare._id, error: REJECTED },
        { _id: lacking._id, error: LICENSE },
      ]);
      expect([(await readSub(whole._id))['status'], (await readSub(bare._id))['status'], (await readSub(lacking._id))['status']]).toEqual([
        'Rejected',
        'New',
        'New',
      ]);
    });

    it('do not block a merge of the records that subs belong to', async () => {
      const sub = await makeSub({ interview_booked_date: '2027-04-01' });
      const nurse = await make('/api/leads', { first_name: 'Nora', last_name: 'Nurse', ...NURSE });
      const merged = await server().admin.post('/api/merge/', {
        _moduleName: 'leads',
        fromRecordId: sub['leads_subs'],
        toRecordId: nurse._id,
      });
      must(merged);
      expect(await readSub(sub._id)).toMatchObject({ leads_subs: nurse._id });
      expect(await activitiesOf(sub._id)).toHaveLength(1);
    });

    it('block the permanent deletion of a job that subs need, and do not apply to a deleted sub', async () => {
      const sub = await makeSub();
      const removal = async () => server().admin.put('/api/jobs/delete-forever/by-array?dependents=unlink', { ids: [sub['jobs_subs']] });
      must(await server().admin.put(`/api/jobs/mark-deleted/${String(sub['jobs_subs'])}`, {}));
      expect(JSON.stringify((await removal()).body)).toContain(REFERENCES);
      expect((await readSub(sub._id))['jobs_subs']).toBe(sub['jobs_subs']);
      must(await server().admin.put(`/api/subs/mark-deleted/${sub._id}`, {}));
      expect(must(await removal()).deleted).toEqual([sub['jobs_subs']]);
    });
  },
  {},
);
