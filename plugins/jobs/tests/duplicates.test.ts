import { expect, it } from 'vitest';
import { SYSTEM_ACTOR, type Actor } from '#engine';
import { describeOnEachStore } from '../../../tests/api/each-store.ts';
import { createJobFixtures } from './job-fixtures.ts';

const TEXT = 'Duplicate Job Title. Please Change!';
const CODE = 'duplicate_job_title';
const DETAILS = ['custom_job_title', 'zip'].map((field) => ({ field, code: CODE, message: TEXT }));
const REFUSAL = { code: CODE, error: TEXT, details: DETAILS };
const JOBS = { access: true, create: true, mass_update: true, export: false, view: 'All', edit: 'All', delete: 'None' };

describeOnEachStore(
  'A job with the title and ZIP of another job',
  (server) => {
    const { must, title, create, makeJob, readJob, move, moveMany, undo, find, setSetting, hire } = createJobFixtures(server);
    const check = async (body: object) => must(await server().admin.post('/api/jobs/checkForExistingJobsMatchingData', body));

    it("cannot be created, regardless of the title's case and the ZIP's extension", async () => {
      const job = await makeJob();
      const name = String(job['custom_job_title']);
      for (const same of [
        { custom_job_title: name },
        { custom_job_title: `  ${name.toUpperCase()}` },
        { custom_job_title: name, zip: '30030-1234' },
      ]) {
        expect(must(await create({ zip: '30030', ...same }), 422)).toMatchObject(REFUSAL);
      }
      expect(await find({ custom_job_title: name })).toHaveLength(1);
      must(await create({ custom_job_title: name, zip: '30031' }), 201);
      // Without a ZIP, jobs are not compared.
      must(await create({ custom_job_title: name }), 201);
      must(await create({ custom_job_title: name }), 201);
    });

    it('cannot result from an update by any endpoint, and no data of the attempt is saved', async () => {
      const [one, other] = [await makeJob(), await makeJob({ zip: '30031' })];
      const fields = { custom_job_title: one['custom_job_title'], zip: '30030', description: 'Tried' };
      const responses = [
        await move(other._id, fields),
        await server().admin.put(`/api/jobs/update-certain-fields/${other._id}`, { fields }),
        await server().admin.put(`/api/generic-modules/${other._id}`, { moduleOptions: { name: 'jobs' }, fields }),
        await server().admin.put(`/api/jobs/${other._id}?duplicates=allow`, fields),
      ];
      for (const response of responses) expect(must(response, 422)).toMatchObject(REFUSAL);
      expect(await readJob(other._id)).toEqual(other);
      // A job does not conflict with its own title.
      must(await move(one._id, { custom_job_title: String(one['custom_job_title']).toUpperCase() }));
      must(await move(one._id, { description: 'Nothing of who it is' }));
    });

    it('results from only one record of a mass update, and the others are rejected', async () => {
      const [one, two] = [await makeJob(), await makeJob()];
      const body = must(await moveMany([one._id, two._id], { custom_job_title: title() }));
      expect(body.updated).toEqual([one._id]);
      expect(body.refused).toEqual([{ _id: two._id, code: CODE, error: TEXT, details: DETAILS }]);
      expect(await readJob(two._id)).toEqual(two);
      const made = await server().application.records.createMany(SYSTEM_ACTOR, {
        module: 'jobs',
        records: Array.from({ length: 3 }, () => ({ custom_job_title: 'Three at once', zip: '10001' })),
      });
      expect([made.done.length, made.refused.map(({ code }) => code)]).toEqual([1, [CODE, CODE]]);
    });

    it('created at the same time: only one is saved', async () => {
      const name = title();
      const responses = await Promise.all(Array.from({ length: 6 }, () => create({ custom_job_title: name, zip: '30030' })));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
      for (const { status, body } of responses) if (status === 422) expect(body).toMatchObject(REFUSAL);
      expect(await find({ custom_job_title: name })).toHaveLength(1);
      const others = await Promise.all(Array.from({ length: 4 }, () => makeJob()));
      const renamed = title();
      const moves = await Promise.all(others.map(({ _id }) => move(_id, { custom_job_title: renamed })));
      expect(moves.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    });

    it('is not restored by an undo', async () => {
      const job = await makeJob();
      const name = String(job['custom_job_title']);
      const renaming = await move(job._id, { custom_job_title: title() });
      must(renaming);
      const other = must(await create({ custom_job_title: name, zip: '30030' }), 201);
      expect(must(await undo(renaming)).left).toEqual([{ module: 'jobs', _id: job._id, code: CODE, error: TEXT }]);
      expect((await readJob(job._id))['custom_job_title']).not.toBe(name);
      const deletion = await server().admin.put(`/api/jobs/mark-deleted/${other._id}`, {});
      must(deletion);
      // A deleted job does not conflict, and cannot be restored while another job has its title.
      const third = must(await create({ custom_job_title: name, zip: '30030' }), 201);
      expect(must(await undo(deletion)).left).toEqual([{ module: 'jobs', _id: other._id, code: CODE, error: TEXT }]);
      must(await server().admin.put(`/api/jobs/mark-deleted/${third._id}`, {}));
      expect(must(await undo(deletion)).left).toEqual([]);
      expect((await readJob(other._id))['custom_job_title']).toBe(name);
    });

    it('can be merged with the other, and the merge can be undone', async () => {
      const [one, two] = [await makeJob(), await makeJob()];
      const merged = await server().admin.post('/api/merge/records', {
        _moduleName: 'jobs',
        primaryId: one._id,
        duplicateIds: [two._id],
        fields: { custom_job_title: two['custom_job_title'] },
      });
      must(merged);
      expect((await readJob(one._id))['custom_job_title']).toBe(two['custom_job_title']);
      expect(must(await undo(merged)).left).toEqual([]);
      expect([(await readJob(one._id))['custom_job_title'], (await readJob(two._id))['custom_job_title']]).toEqual([
        one['custom_job_title'],
        two['custom_job_title'],
      ]);
    });

    it('is reported by the check before a save', async () => {
      const job = await makeJob();
      const request = { custom_job_title: String(job['custom_job_title']).toUpperCase(), zip: '30030' };
      expect(await check(request)).toMatchObject({
        exists: true,
        data: [{ _id: job._id, custom_job_title: job['custom_job_title'], zip: '30030' }],
        hidden: 0,
      });
      expect(await check({ ...request, idToExcludeFromSearch: job._id })).toEqual({ exists: false, data: [], hidden: 0 });
      for (const other of [{ zip: '30031' }, { zip: '' }, { custom_job_title: title() }])
        expect(await check({ ...request, ...other })).toEqual({ exists: false, data: [], hidden: 0 });
      expect((await server().admin.post('/api/jobs/checkForExistingJobsMatchingData', { zip: '30030' })).body.code).toBe('body_invalid');
    });

    it('is counted for users who cannot see it, not reported without the right to search, and rejected in any case', async () => {
      const hidden = await makeJob({ teams: [], description: 'Secret' });
      const request = { custom_job_title: hidden['custom_job_title'], zip: '30030' };
      const path = '/api/jobs/checkForExistingJobsMatchingData';
      const clerk = await hire('clerk@muster.test', { module_access: { jobs: JOBS } });
      const response = must(await clerk.post(path, request));
      expect(response).toEqual({ exists: true, data: [], hidden: 1 });
      const refused = must(await clerk.post('/api/jobs', request), 422);
      expect(refused).toMatchObject(REFUSAL);
      expect(JSON.stringify(refused)).not.toContain(hidden._id);
      const half = await hire('half-clerk@muster.test', { module_access: { jobs: JOBS }, field_access: { jobs: { zip: 'none' } } });
      expect(must(await half.post(path, request), 422).code).toBe('unknown_field');
      const stranger = await hire('no-clerk@muster.test', { module_access: {} });
      expect(must(await stranger.post(path, request), 403).code).toBe('module_access_denied');
    });

    it('can only be loaded by a trusted bulk load', async () => {
      const records = [1, 2].map(() => ({ custom_job_title: 'Loaded', zip: '30030' }));
      const load = (actor: Actor) => server().application.records.createMany(actor, { module: 'jobs', records, allowDuplicates: true });
      expect((await load(SYSTEM_ACTOR)).done).toHaveLength(2);
      await setSetting('default_feeds', ['Company site']);
      const [first] = await find({ custom_job_title: 'Loaded' });
      expect(first?.['included_in_feeds']).not.toEqual(['Company site']);
      expect(must(await server().admin.post('/api/jobs?duplicates=allow', records[0] ?? {}), 422).code).toBe('duplicate_job_title');
    });
  },
  {},
);
